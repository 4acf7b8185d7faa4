"""`prepare` prints the token and the session of an administrator; `load` and `load-checked` what they took for a file of JSON."""
import json
import sys
import time

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from rest_framework.authtoken.models import Token  # noqa: E402

from peer.api import CustomerSerializer  # noqa: E402
from peer.models import Customer  # noqa: E402


def prepare():
    call_command('migrate', verbosity=0)
    call_command('collectstatic', verbosity=0, interactive=False)
    user = User.objects.create_superuser('bench')
    print(Token.objects.create(user=user).key)
    browser = Client()
    browser.force_login(user)
    print(browser.cookies['sessionid'].value)


def made(row):
    """A customer whose references are codes, which nothing has checked."""
    names = {field.name: field.attname for field in Customer._meta.fields}
    customer = Customer(**{names[name]: value for name, value in row.items()})
    customer.fill_in()
    return customer


def load(file, checked):
    """All in one transaction, the customers in batches of 1,000; checked ones by the serializer, one after the other."""
    with open(file, encoding='utf8') as source:
        rows = json.load(source)
    began, used = time.monotonic(), time.process_time()
    with transaction.atomic():
        for start in range(0, len(rows), 1000):
            batch = rows[start : start + 1000]
            if checked:
                batch = [valid(row) for row in batch]
            Customer.objects.bulk_create(batch if checked else map(made, batch))
    print(json.dumps({'seconds': time.monotonic() - began, 'cpu': (time.process_time() - used) * 1000}))


def valid(row):
    serializer = CustomerSerializer(data=row)
    serializer.is_valid(raise_exception=True)
    customer = Customer(**serializer.validated_data)
    customer.fill_in()
    return customer


command, *arguments = sys.argv[1:]
if command == 'prepare':
    prepare()
else:
    load(arguments[0], command == 'load-checked')
