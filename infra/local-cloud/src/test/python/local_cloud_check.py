"""Exercises a cloud by boto3, with nothing overridden but the endpoint; fails on the first surprise."""

import os

import boto3
from botocore.exceptions import ClientError


def client(service):
    return boto3.client(service, endpoint_url=os.environ["ENDPOINT"])


def error_code(call, **arguments):
    try:
        call(**arguments)
    except ClientError as error:
        return error.response["Error"]["Code"]
    return "none"


def tables():
    db = client("dynamodb")
    key = {"cluster": {"S": "boto"}, "record": {"S": "lease"}}
    put = {
        "TableName": "quorate-clusters",
        "Item": key,
        "ConditionExpression": "attribute_not_exists(#r)",
        "ExpressionAttributeNames": {"#r": "record"},
    }
    db.put_item(**put)
    assert error_code(db.put_item, **put) == "ConditionalCheckFailedException"
    found = db.get_item(TableName="quorate-clusters", Key=key, ConsistentRead=True)
    assert found["Item"] == key, found


def objects():
    s3 = client("s3")
    put = {"Bucket": "quorate-snapshots", "Key": "boto/ü", "Body": b"x" * 1000, "IfNoneMatch": "*"}
    s3.put_object(**put)
    assert error_code(s3.put_object, **put) == "PreconditionFailed"
    assert s3.get_object(Bucket="quorate-snapshots", Key="boto/ü")["Body"].read() == b"x" * 1000
    listed = s3.list_objects_v2(Bucket="quorate-snapshots", Prefix="boto/")
    assert [one["Key"] for one in listed["Contents"]] == ["boto/ü"], listed


def queues():
    sqs = client("sqs")
    url = sqs.create_queue(QueueName="boto")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody="hello")
    message = sqs.receive_message(QueueUrl=url)["Messages"][0]
    assert message["Body"] == "hello", message
    sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])


tables()
objects()
queues()
print("boto3 ok")
