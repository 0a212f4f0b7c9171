import type { DemoPost } from './content.ts';
import { ORDINARY } from './ordinary-posts.ts';

// In the order of their times. The hashtag of the last week, when a coffee is launched, is what trends.

/** The posts of the last week: one or two for each time of the plan. */
const LAUNCH: DemoPost[][] = [
  [
    {
      author: 'ida',
      campaign: 'First Harvest',
      title: 'First Harvest has arrived',
      text: 'It is here: First Harvest, ninety bags from Nyeri, roasted tomorrow. #FirstHarvest #NordlysCoffee',
      platforms: ['instagram', 'twitter', 'linkedin'],
      picture: 'harvest',
      comments: [
        { platform: 'instagram', actor: 'lena.brews', text: 'Finally! Please keep a bag for me.' },
        { platform: 'twitter', actor: 'kaffekari', text: 'Subscribed for this one.' },
      ],
    },
    {
      author: 'ida',
      campaign: 'First Harvest',
      labels: ['Growers'],
      title: 'From Nyeri to the harbour',
      text: 'How #FirstHarvest came to the harbour, in three posts:',
      thread: [
        'Wanjiru picks only what is red, in seven rounds from May to July. It takes her twice the time, and we pay for it.',
        'Then four weeks at sea, two days of rest, and eleven minutes in the roaster. That is all. #FirstHarvest',
      ],
      platforms: ['twitter', 'bluesky'],
      comments: [{ platform: 'twitter', actor: 'ada_pours', text: 'Eleven minutes after half a year.' }],
    },
  ],
  [
    {
      author: 'mira',
      campaign: 'First Harvest',
      labels: ['Brewing'],
      title: 'Brew guide for First Harvest',
      text: '18 g, 300 g of water at 94 degrees, three pours. Our guide for #FirstHarvest fits on a card. #SlowCoffee',
      platforms: ['instagram', 'twitter'],
      picture: 'cup',
      firstComment: 'The card is in every bag, and on our site.',
    },
    {
      author: 'ida',
      campaign: 'First Harvest',
      labels: ['Growers', 'Prices'],
      title: 'What we paid for First Harvest',
      text: 'We paid 9.40 dollars a kilo for #FirstHarvest, twice the exchange price. The invoice is public. #FairTrade',
      platforms: ['linkedin', 'twitter', 'bluesky'],
      comments: [{ platform: 'linkedin', actor: 'p-holm', text: 'This is how it should be done.' }],
    },
  ],
  [
    {
      author: 'mira',
      campaign: 'First Harvest',
      title: 'Half of it is gone',
      text: 'Forty-five bags of #FirstHarvest have left the roastery in a week. Thank you. #NordlysCoffee',
      platforms: ['instagram', 'twitter', 'bluesky'],
      picture: 'harvest',
    },
  ],
];

/** The published posts, for each time of the plan. */
export const PUBLISHED: DemoPost[][] = [...ORDINARY, ...LAUNCH];

/** The scheduled posts: one for each time of the plan. */
export const SCHEDULED: DemoPost[] = [
  {
    author: 'mira',
    title: 'Seats for the tasting',
    text: 'Four seats are left for the tasting. #FirstHarvest',
    platforms: ['twitter', 'bluesky'],
  },
  {
    author: 'mira',
    title: 'Brewing for two',
    text: 'One pot, two cups: how to brew for two without guessing. #SlowCoffee',
    platforms: ['instagram', 'twitter', 'bluesky'],
    picture: 'cup',
  },
  {
    author: 'mira',
    title: 'New hours',
    text: 'From next week we open at ten. The harbour sleeps longer, and so do we. #NordlysCoffee',
    platforms: ['instagram', 'bluesky'],
    picture: 'cup',
  },
  {
    author: 'ida',
    title: 'A letter from Nyeri',
    text: 'Wanjiru has written to everyone who bought her coffee. We translated her letter. #FirstHarvest #FairTrade',
    platforms: ['linkedin', 'twitter', 'bluesky'],
  },
  {
    author: 'mira',
    title: 'Spices, roasted',
    text: 'Cardamom in the grinder, not in the cup: our recipe for cold days. #SlowCoffee',
    platforms: ['instagram', 'twitter'],
    picture: 'cup',
  },
  {
    author: 'mira',
    title: 'Lights on the water',
    text: 'We keep the lamps on until eight, for those who come home by boat. #NordlysCoffee',
    platforms: ['instagram', 'bluesky'],
    picture: 'northernLights',
  },
];

/** A post that repeats the text of an earlier one on X, which rejects duplicates. */
export const REPEATED: DemoPost = {
  author: 'mira',
  title: 'Brew guide, once more',
  text: '18 g, 300 g of water at 94 degrees, three pours. Our guide for #FirstHarvest fits on a card. #SlowCoffee',
  platforms: ['twitter'],
};

/** A post whose response LinkedIn loses. */
export const LOST: DemoPost = {
  author: 'ida',
  title: 'Thank you, Nyeri',
  text: 'Half of the harvest has found a kitchen in a week. Thank you to Wanjiru and to everyone who tried it. #FirstHarvest',
  platforms: ['linkedin', 'bluesky'],
};

/** The post of each Monday, with its texts in rotation. */
export const WEEKLY_TIP = {
  title: 'Monday tip',
  variations: [
    'Monday tip: grind right before you brew. Ten minutes later, half of the aroma is in the room.',
    'Monday tip: rinse the paper filter. It warms the cup, and takes the taste of paper with it.',
    'Monday tip: write down what you did. The best cup is the one you can repeat.',
  ],
  labels: ['Brewing'],
  platforms: ['twitter', 'bluesky'],
};

/** Posts that an editor submits: the first waits for the decision of an approver, the second has to be changed. */
export const SUBMITTED: { post: DemoPost; note: string; decision?: string; comment?: string }[] = [
  {
    post: {
      author: 'tomas',
      title: 'Three coffees in a box',
      text: 'Three coffees, one box, no ribbon: our gift box is ready next week. #NordlysCoffee',
      platforms: ['instagram', 'linkedin', 'bluesky'],
      picture: 'cup',
    },
    note: 'The price is final. Can this go out next week?',
    comment: 'The picture still shows the old cup. Is the new one on its way?',
  },
  {
    post: {
      author: 'tomas',
      title: 'The best coffee in Norway',
      text: 'The best coffee in Norway is roasted in this harbour. #NordlysCoffee',
      platforms: ['twitter', 'linkedin'],
    },
    note: 'A short one for the weekend.',
    decision: 'We cannot prove that. Say what it tastes like instead.',
  },
];

/** The post that an agent drafts and submits. */
export const AGENT_DRAFT = {
  title: 'Four brews, one bag',
  description: 'Pour-over, press, moka, cold: one bag, four cups. Which one is yours? #SlowCoffee',
  platforms: ['bluesky', 'linkedin'],
};

/** The post that an agent submits, and again after a person has asked for changes. */
export const AGENT_POST = {
  first: {
    title: 'Harvest report',
    description:
      'The best harvest in years: our partners in Huila picked 40 tons of cherries. Read the report: https://example.com/harvest #NordlysCoffee',
    platforms: ['linkedin', 'bluesky'],
  },
  notes: ['The numbers are from the report of the cooperative.', 'I named the source and shortened the text.'],
  decision: 'Please name the source, and leave out “best”.',
  second: {
    description:
      'A good harvest: our partners in Huila picked 38 tons of cherries, says their cooperative. Read the report: https://example.com/huila-harvest #NordlysCoffee',
    platform_options: {
      bluesky: { text: 'Huila picked 38 tons of cherries. The report: https://example.com/huila-harvest' },
    },
  },
};
