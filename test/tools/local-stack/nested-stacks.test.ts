import { describe, expect, it } from 'vitest';
import { inlineNestedStacks } from '../../../tools/local-stack/nested-stacks.ts';

const NESTED = {
  Mappings: { Settings: { Stage: { Json: '{"inner":true}' } } },
  Resources: {
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: { Log: { Ref: 'LogOfParent' }, Settings: { 'Fn::FindInMap': ['Settings', 'Stage', 'Json'] } },
    },
  },
  Outputs: { FunctionArn: { Value: { 'Fn::GetAtt': ['Function', 'Arn'] } } },
};

const template = (attribute: string) => ({
  Mappings: { Settings: { Stage: { Json: '{"outer":true}' } } },
  Resources: {
    Log: { Type: 'AWS::Logs::LogGroup' },
    Endpoints: {
      Type: 'AWS::CloudFormation::Stack',
      Properties: { Parameters: { LogOfParent: { Ref: 'Log' } }, TemplateURL: 'nested.json' },
    },
    Api: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: {
        Uri: { 'Fn::Join': ['', ['path/', { 'Fn::GetAtt': ['Endpoints', attribute] }]] },
        Settings: { 'Fn::FindInMap': ['Settings', 'Stage', 'Json'] },
      },
    },
  },
});

describe('a template with a nested stack', () => {
  const { Resources } = inlineNestedStacks(template('Outputs.FunctionArn'), () => NESTED);

  it('has the resources of both, and no nested stack', () => {
    expect(Object.keys(Resources).sort()).toEqual(['Api', 'Function', 'Log']);
  });

  it('has what the parent passes in place of a parameter', () => {
    expect(Resources.Function!.Properties!.Log).toEqual({ Ref: 'Log' });
  });

  it('has the value of an output in place of a reference to it', () => {
    expect(Resources.Api!.Properties!.Uri).toEqual({
      'Fn::Join': ['', ['path/', { 'Fn::GetAtt': ['Function', 'Arn'] }]],
    });
  });

  it('has the values of the mapping of each template', () => {
    expect(Resources.Function!.Properties!.Settings).toBe('{"inner":true}');
    expect(Resources.Api!.Properties!.Settings).toBe('{"outer":true}');
  });

  it('is rejected when it refers to an output that the nested stack does not have', () => {
    expect(() => inlineNestedStacks(template('Outputs.Missing'), () => NESTED)).toThrow('Endpoints.Outputs.Missing');
  });

  it('is rejected when both have a resource of one logical id', () => {
    const duplicate = { Resources: { Log: { Type: 'AWS::Logs::LogGroup' } } };
    expect(() => inlineNestedStacks(template('Outputs.FunctionArn'), () => duplicate)).toThrow('Log');
  });
});
