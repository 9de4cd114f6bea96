"""Compares the raw answers of Auto Scaling and EC2 with AWS's own API model, as botocore carries it.

An element that the model does not have, or a required one that is missing, is an error; the SDKs would skip it.
"""
import os
import sys
import xml.etree.ElementTree as ElementTree

import boto3

NO_MACHINE = "local.process"  # the instance type here: nobody shall take it for a real one
wrong = []
answers = []


def plain(element):
    return element.tag.split("}")[-1]


def wire_name(name, shape):
    return shape.serialization.get("queryName") or shape.serialization.get("name") or name


def check(path, element, shape):
    if shape.type_name == "structure":
        known = {wire_name(name, member): (name, member) for name, member in shape.members.items()}
        for child in element:
            if plain(child) in known:
                check(path + "." + plain(child), child, known[plain(child)][1])
            elif plain(child) not in ("ResponseMetadata", "requestId"):
                wrong.append(path + "." + plain(child) + " is not in AWS's model")
        there = {plain(child) for child in element}
        for wire, (name, _) in known.items():
            if name in shape.required_members and wire not in there:
                wrong.append(path + "." + wire + " is required by AWS's model and missing")
    elif shape.type_name == "list":
        for child in element:
            if plain(child) != (shape.member.serialization.get("name") or "member"):
                wrong.append(path + " has an entry named " + plain(child))
            check(path + "[]", child, shape.member)
    elif getattr(shape, "enum", []) and element.text not in shape.enum + [NO_MACHINE]:
        wrong.append("%s is '%s', in AWS's model one of %s" % (path, element.text, shape.enum))


def watch(client):
    def see(response_dict, operation_model, **_):
        if response_dict["status_code"] < 300 and operation_model.output_shape is not None:
            answers.append(operation_model.name)
            root = ElementTree.fromstring(response_dict["body"])
            wrapper = operation_model.output_shape.serialization.get("resultWrapper")
            body = next(child for child in root if plain(child) == wrapper) if wrapper else root
            check(operation_model.name, body, operation_model.output_shape)

    service = client.meta.service_model.service_id.hyphenize()
    client.meta.events.register("before-parse." + service, see)
    return client


groups = watch(boto3.client("autoscaling"))
ec2 = watch(boto3.client("ec2"))
name = os.environ["GROUP"]
groups.suspend_processes(AutoScalingGroupName=name, ScalingProcesses=["AZRebalance"])
one = groups.describe_auto_scaling_groups()["AutoScalingGroups"][0]["Instances"][0]["InstanceId"]
groups.describe_auto_scaling_instances()
groups.set_instance_protection(AutoScalingGroupName=name, InstanceIds=[one], ProtectedFromScaleIn=True)
groups.describe_tags()
groups.describe_lifecycle_hooks(AutoScalingGroupName=name)
groups.terminate_instance_in_auto_scaling_group(InstanceId=one, ShouldDecrementDesiredCapacity=False)
groups.describe_scaling_activities(AutoScalingGroupName=name)
ec2.describe_instances()
ec2.describe_instance_status(IncludeAllInstances=True)
ec2.terminate_instances(InstanceIds=[one])
ec2.describe_instances(InstanceIds=[one])
print("\n".join(wrong) or "shapes ok of %d answers" % len(answers))
sys.exit(1 if wrong else 0)
