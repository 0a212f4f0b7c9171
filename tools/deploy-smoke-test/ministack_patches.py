"""Starts MiniStack with what this stack needs beside it; everything else is MiniStack's own, and
docs/deploy.md lists the differences.

Alarms on metric math and alarms made of other alarms, which it refuses, become resources that watch nothing.
Requests count as sent by TLS: policies of the queues and of the CDK's bucket ask for it, and here it would
only be spoken from this machine to itself. A schedule is checked under the group it is in, which MiniStack
takes for "default". A batch sent to a queue asks for the right to its single action, as on AWS, which has no
right of the batch's name."""

import json

from ministack import app
from ministack.core import iam_actions
from ministack.core.iam_evaluator import pin_request_origin
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
    return action.removesuffix("Batch") if service == "sqs" and action else action


iam_actions.extract_iam_action = action_of_single
iam_actions.extract_resource_arn = arn_with_group
app.pin_request_origin = lambda source_ip, _: pin_request_origin(source_ip, True)

if __name__ == "__main__":
    app.main()
