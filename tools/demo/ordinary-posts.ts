import type { DemoPost } from './content.ts';

/** The posts of seven ordinary weeks: two for each time of the plan, and one for the last. */
export const ORDINARY: DemoPost[][] = [
  [
    {
      author: 'ida',
      title: 'A new roaster',
      text: 'The new roaster is in. It is electric, it holds 15 kilos, and it took six people and a crane. First batches on Friday. #NordlysCoffee',
      platforms: ['twitter', 'linkedin'],
    },
    {
      author: 'ida',
      labels: ['Brewing'],
      title: 'Filter or espresso',
      text: 'Filter or espresso? The same beans, two afternoons. Tell us which one you would drive here for. #SlowCoffee',
      platforms: ['instagram', 'twitter'],
      picture: 'cup',
      comments: [
        { platform: 'instagram', actor: 'north.by.northwest', text: 'Filter. Always filter.' },
        { platform: 'instagram', actor: 'lena.brews', text: 'Espresso, with the harbour in view!' },
      ],
    },
  ],
  [
    {
      author: 'ida',
      labels: ['Prices'],
      title: 'What a kilo costs us',
      text: 'What we pay for a kilo of green coffee, and why: the price list of all eleven farms is public from today. #FairTrade',
      platforms: ['twitter', 'linkedin'],
      comments: [{ platform: 'twitter', actor: 'kaffekari', text: 'More roasters should publish this. Thank you.' }],
    },
    {
      author: 'ida',
      labels: ['Brewing'],
      title: 'Moka pot without the bitterness',
      text: 'Start a moka pot with hot water and take it off the heat early. That is the whole secret. #SlowCoffee',
      platforms: ['instagram', 'twitter'],
      picture: 'cup',
      firstComment: 'Which pot do you use? Tell us, we collect old ones.',
    },
  ],
  [
    {
      author: 'ida',
      title: 'Why we roast lighter',
      text: 'Three things we learned from roasting lighter for a year:',
      thread: [
        '1. Fruit needs time. We extended the development by forty seconds and lost the sour edge.',
        '2. Water matters more. The same coffee tastes flat in the next town, so we print the hardness on the bag. #SlowCoffee',
      ],
      platforms: ['twitter', 'bluesky'],
      comments: [{ platform: 'twitter', actor: 'ada_pours', text: 'The hardness on the bag is such a good idea.' }],
    },
    {
      author: 'ida',
      title: 'Northern lights at six',
      text: 'Green sky over the harbour tonight, and the last cup of the day. #NordlysCoffee',
      platforms: ['instagram', 'twitter'],
      picture: 'northernLights',
      comments: [{ platform: 'instagram', actor: 'tromso_days', text: 'We saw them from the bridge!' }],
    },
  ],
  [
    {
      author: 'ida',
      labels: ['Growers'],
      title: 'Meet the growers',
      text: 'Wanjiru has grown coffee on two hectares above Nyeri for thirty years. Soon you can taste what she picked. #FairTrade',
      platforms: ['linkedin', 'twitter'],
      comments: [{ platform: 'linkedin', actor: 'm-sand', text: 'Looking forward to it!' }],
    },
  ],
];
