"""Starts MiniStack with what it lacks of CloudFormation and this stack has: alarms on metric math and
alarms made of other alarms. They become resources that watch nothing, so that the stack is deployed as it
is; everything else is MiniStack's own. docs/deploy.md lists the differences."""

from ministack.app import main
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

if __name__ == "__main__":
    main()
