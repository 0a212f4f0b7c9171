"""Start MiniStack with what the stacks need and it lacks. docs/deploy.md lists the differences to AWS.

- Alarms on metric math and composite alarms, which MiniStack rejects, become resources that watch nothing.
- The routes and integrations of an HTTP API are imported from the OpenAPI document in its body, which MiniStack
  ignores. It invokes a function with the role of the integration, and responds 500 as API Gateway where the role may not.
- A stack is deployed beside requests: MiniStack responds to none while it creates or updates most resources. The roles of
  API Gateway take two seconds each, in which requests arrive, because CloudFormation takes longer for a role.
- A function starts again that MiniStack did not start, because a deployment changed a dictionary concurrently.
- Requests count as sent over TLS, because the policies of the queues and of the CDK's bucket require it and
  nothing leaves this machine.
- A schedule is authorized under its group; MiniStack assumes "default".
- A batch sent to a queue is authorized as its single action, as on AWS, which has no action for batches. So is a batch
  of statements that insert items, under the table that they name.
- Conditions on the encryption context of KMS see it; MiniStack does not know these condition keys.
- Every function may send email. MiniStack authorizes it on no identity and does not know the sender in a condition.
- A stack that is created again gives its resources other names. MiniStack derives a name from that of the stack only,
  so a new table would replace the retained one.
- An update that removes or changes an export in use fails, as on AWS. MiniStack rejects only the deletion of its stack.
- An update of a nested stack keeps the attributes of the resources that it does not change, which MiniStack forgets.
- A distribution of CloudFront passes requests on to an HTTP API of this MiniStack, which rejects such an origin. It serves
  requests without TLS, because nothing leaves this machine.
- The event of an HTTP API has the variables of its stage and the cookies, which MiniStack leaves out."""

import hashlib
import json
import re
import time

from urllib.parse import parse_qs

from ministack import app
from ministack.core import iam_actions, iam_evaluator
from ministack.core.iam_evaluator import pin_request_origin
from ministack.services import apigateway, cloudformation, cloudfront, lambda_svc
from ministack.services.cloudformation import provisioners, stacks
from ministack.services.cloudformation.handlers import _imported_export_names
from ministack.services.cloudformation.provisioners import _RESOURCE_HANDLERS as HANDLERS

ALARM = "AWS::CloudWatch::Alarm"
COMPOSITE = "AWS::CloudWatch::CompositeAlarm"
emulated = HANDLERS[ALARM]


def watch_nothing(logical_id, props, stack_name):
    name = props.get("AlarmName") or f"{stack_name}-{logical_id}"
    return name, {"Arn": f"arn:aws:cloudwatch:us-east-1:000000000000:alarm:{name}"}


def create(logical_id, props, stack_name):
    make = watch_nothing if props.get("Metrics") else emulated["create"]
    return make(logical_id, props, stack_name)


def update(physical_id, old_props, new_props, stack_name, logical_id=None):
    if not old_props.get("Metrics") and not new_props.get("Metrics"):
        return emulated["update"](physical_id, old_props, new_props, stack_name, logical_id)
    delete(physical_id, old_props)
    return create(logical_id or physical_id, new_props, stack_name)


def delete(physical_id, props):
    if not props.get("Metrics"):
        emulated["delete"](physical_id, props)


HANDLERS[ALARM] = {**emulated, "create": create, "update": update, "delete": delete}
HANDLERS[COMPOSITE] = {
    "create": lambda logical_id, props, stack_name: watch_nothing(
        logical_id, {"AlarmName": props.get("AlarmName")}, stack_name
    ),
    "update": lambda physical_id, old_props, new_props, stack_name: watch_nothing(
        physical_id, {"AlarmName": new_props.get("AlarmName", physical_id)}, stack_name
    ),
    "delete": lambda physical_id, props: None,
}

API = "AWS::ApiGatewayV2::Api"
INTEGRATION = HANDLERS["AWS::ApiGatewayV2::Integration"]
ROUTE = HANDLERS["AWS::ApiGatewayV2::Route"]
emulated_api = HANDLERS[API]


credentials_of = {}


def import_definition(api_id, body, stack_name):
    """Replace the routes and integrations of an API with those of an OpenAPI document."""
    apigateway._routes[api_id] = {}
    apigateway._integrations[api_id] = {}
    for path, operations in body["paths"].items():
        for method, operation in operations.items():
            key = "$default" if operation.get("isDefaultRoute") else f"{method.upper()} {path}"
            source = operation["x-amazon-apigateway-integration"]
            properties = {
                "ApiId": api_id,
                "IntegrationType": source["type"].upper(),
                "IntegrationUri": source["uri"],
                "PayloadFormatVersion": source["payloadFormatVersion"],
            }
            integration_id, _ = INTEGRATION["create"](key, properties, stack_name)
            credentials_of[integration_id] = source["credentials"]
            target = {"ApiId": api_id, "RouteKey": key, "Target": f"integrations/{integration_id}"}
            ROUTE["create"](key, target, stack_name)


def create_api(logical_id, props, stack_name):
    api_id, attributes = emulated_api["create"](logical_id, props, stack_name)
    import_definition(api_id, props["Body"], stack_name)
    return api_id, attributes


def update_api(physical_id, old_props, new_props, stack_name, logical_id=None):
    updated = emulated_api["update"](physical_id, old_props, new_props, stack_name, logical_id)
    import_definition(updated[0], new_props["Body"], stack_name)
    return updated


HANDLERS[API] = {**emulated_api, "create": create_api, "update": update_api}

invoke_without_role = apigateway._invoke_lambda_proxy


def may_invoke(role_arn, function_arn):
    """Whether the role exists and its policies allow the function."""
    _, _, _, region, account, _ = role_arn.split(":", 5)
    context = iam_evaluator.EvalContext(
        principal_arn=role_arn,
        principal_type="AssumedRole",
        principal_account=account,
        action="lambda:InvokeFunction",
        resource_arn=function_arn,
        region=region or "us-east-1",
    )
    policies = iam_evaluator._gather_role_policies(role_arn.rpartition("/")[2], account)
    return iam_evaluator.evaluate(context, policies).decision == "Allow"


async def invoke_with_role(integration, *args, **options):
    function_arn = integration["integrationUri"].partition("/functions/")[2].removesuffix("/invocations")
    if not may_invoke(credentials_of[integration["integrationId"]], function_arn):
        return 500, {"Content-Type": "application/json"}, b'{"message":"Internal Server Error"}'
    return await invoke_without_role(integration, *args, **options)


apigateway._invoke_lambda_proxy = invoke_with_role

ROLE = "AWS::IAM::Role"
ROLE_SECONDS = 2
emulated_role = HANDLERS[ROLE]


def slowly(change):
    """Return a change of a role that lets requests arrive after it, if API Gateway assumes the role."""

    def change_role(*args, **options):
        changed = change(*args, **options)
        if "apigateway.amazonaws.com" in json.dumps([each for each in args if isinstance(each, dict)]):
            time.sleep(ROLE_SECONDS)
        return changed

    return change_role


HANDLERS[ROLE] = {**emulated_role, "create": slowly(emulated_role["create"]), "update": slowly(emulated_role["update"])}
# Not the API, whose routes are replaced at once.
stacks._runs_on_worker_thread = lambda resource_type: resource_type != API

provision_resource = provisioners._provision_resource
update_resource = provisioners._update_resource
attributes_of = {}


def provision_and_remember(resource_type, logical_id, props, stack_name):
    physical_id, attributes = provision_resource(resource_type, logical_id, props, stack_name)
    attributes_of[(stack_name, logical_id)] = attributes
    return physical_id, attributes


def update_with_attributes(resource_type, physical_id, old_props, new_props, stack_name, logical_id=None, known=None):
    known = known or attributes_of.get((stack_name, logical_id))
    updated = update_resource(resource_type, physical_id, old_props, new_props, stack_name, logical_id, known)
    attributes_of[(stack_name, logical_id)] = updated[1]
    return updated


# Nested stacks call these; other stacks have imported the originals.
provisioners._provision_resource = provision_and_remember
provisioners._update_resource = update_with_attributes

arn_of_resource = iam_actions.extract_resource_arn


def arn_with_group(service, method, path, headers, body, query_params, *rest):
    arn = arn_of_resource(service, method, path, headers, body, query_params, *rest)
    if service != "scheduler" or ":schedule/default/" not in arn:
        return arn
    group = query_params.get("groupName") or (json.loads(body).get("GroupName") if body else None)
    group = group[0] if isinstance(group, list) else group
    return arn.replace(":schedule/default/", f":schedule/{group or 'default'}/")


action_of_request = iam_actions.extract_iam_action


def action_of_single(service, *rest):
    action = action_of_request(service, *rest)
    if action == "dynamodb:BatchExecuteStatement":
        return "dynamodb:PartiQLInsert"
    return action.removesuffix("Batch") if service == "sqs" and action else action


arns_of_tables = iam_actions.dynamodb_resource_arns


def arns_of_statements(body, region, account_id):
    statements = json.loads(body or b"{}").get("Statements")
    if statements is None:
        return arns_of_tables(body, region, account_id)
    names = [re.match(r'INSERT INTO "([^"]+)" ', each["Statement"])[1] for each in statements]
    return [f"arn:aws:dynamodb:{region}:{account_id}:table/{name}" for name in dict.fromkeys(names)]


context_of_tags = iam_actions.request_tag_context


def context_with_encryption(service, action, body, *rest):
    context = context_of_tags(service, action, body, *rest)
    if service != "kms":
        return context
    given = json.loads(body or b"{}").get("EncryptionContext", {})
    fields = {f"kms:encryptioncontext:{name.lower()}": value for name, value in given.items()}
    return {**context, **fields, "kms:encryptioncontextkeys": list(given)}


name_by_stack_name = provisioners._physical_name


def name_by_stack_id(stack_name, logical_id, **options):
    name = name_by_stack_name(stack_name, logical_id, **options)
    start, _, suffix = name.rpartition("-")
    stack_id = cloudformation._stacks.get(stack_name, {}).get("StackId", "")
    digest = hashlib.sha256(f"{suffix} {stack_id}".encode()).hexdigest()[: len(suffix)]
    return f"{start}-{digest if options.get('lowercase') else digest.upper()}"


provisioners._physical_name = name_by_stack_id

resolve_outputs = stacks._resolve_stack_outputs


def outputs_without_removals(outputs, conditions, resources, params, mappings, stack_name, stack_id):
    """Resolve the outputs of a stack, and fail where CloudFormation does: an importer loses an export."""
    resolved, exports = resolve_outputs(outputs, conditions, resources, params, mappings, stack_name, stack_id)
    before = {name: own["Value"] for name, own in cloudformation._exports.items() if own["StackId"] == stack_id}
    for name, value in before.items():
        if name in exports and exports[name]["Value"] == value:
            continue
        for other, stack in cloudformation._stacks.items():
            is_deployed = not stack.get("StackStatus", "").startswith("DELETE")
            if other != stack_name and is_deployed and name in _imported_export_names(stack, other):
                verb = "updated" if name in exports else "deleted"
                raise ValueError(f"Export {name} cannot be {verb} as it is in use by {other}")
    for name in before:
        if name not in exports:
            cloudformation._exports.pop(name)
    return resolved, exports


stacks._resolve_stack_outputs = outputs_without_removals
iam_actions.request_tag_context = context_with_encryption
iam_actions.extract_iam_action = action_of_single
iam_actions.extract_resource_arn = arn_with_group
iam_actions.dynamodb_resource_arns = arns_of_statements
app.pin_request_origin = lambda source_ip, _: pin_request_origin(source_ip, True)

fetch_from_origin = cloudfront._fetch_from_origin


async def fetch_from_api(origin, method, uri, query, headers, body, is_https, client_ip, forwarded_for, arn):
    api_id, _, domain = origin["domain_name"].partition(".")
    if not domain.startswith("execute-api."):
        return await fetch_from_origin(
            origin, method, uri, query, headers, body, is_https, client_ip, forwarded_for, arn
        )
    sent = cloudfront._origin_request_headers(origin, headers, client_ip, forwarded_for)
    status, received, data = await app._handle_execute_api_request(
        f"{api_id}.execute-api.localhost",
        uri,
        method,
        {name.lower(): value for name, value in sent.items()},
        body or b"",
        parse_qs(query, keep_blank_values=True),
        uri,
        query,
    )
    return status, "", received, data


cloudfront._fetch_from_origin = fetch_from_api
cloudfront._check_viewer_protocol_policy = lambda *_: None

enforce_ses = app._enforce_ses_v2
app._enforce_ses_v2 = lambda method, path, *rest: (
    None if path.endswith("/outbound-emails") else enforce_ses(method, path, *rest)
)

execute_function = lambda_svc._execute_function_with_config_scope


def execute_with_variables(record, event):
    context = event.get("requestContext", {}) if isinstance(event, dict) else {}
    if "apiId" in context and event.get("version") == "2.0":
        variables = apigateway._get_stage_variables(context["apiId"], context["stage"])
        cookies = [each.strip() for each in event["headers"].pop("cookie", "").split(";")]
        event = {**event, "stageVariables": variables, "cookies": [each for each in cookies if each]}
    return execute_function(record, event)


lambda_svc._execute_function_with_config_scope = execute_with_variables

start_and_invoke = lambda_svc._execute_function_warm


def start_again(*args, **options):
    result = start_and_invoke(*args, **options)
    message = str((result.get("body") or {}).get("errorMessage", "")) if result.get("error") else ""
    if message == "dictionary changed size during iteration":
        return start_again(*args, **options)
    return result


lambda_svc._execute_function_warm = start_again

match_without_alternatives = lambda_svc._match_esm_filter


def match_filter(record, pattern):
    fields = {key: inner for key, inner in pattern.items() if key != "$or"}
    alternatives = pattern.get("$or")
    if alternatives and not any(match_filter(record, each) for each in alternatives):
        return False
    return match_without_alternatives(record, fields)


# It calls itself by this name for the objects in a pattern.
lambda_svc._match_esm_filter = match_filter

if __name__ == "__main__":
    app.main()
