"""The customer with its fields, over the table that the other sides use, with its rows and indexes."""
import uuid
from datetime import datetime, timezone

from django.db import models


def target(name):
    """A master that customers refer to by its code."""
    code = f'{name}_code'
    meta = type('Meta', (), {'managed': False, 'db_table': name})
    fields = {'__module__': __name__, 'Meta': meta, 'code': models.CharField(max_length=200, primary_key=True, db_column=code)}
    return type(name.title().replace('_', ''), (models.Model,), fields)


Country, State, Zone, Pool, Station, City, PaymentTerm = map(
    target, ('country', 'state', 'zone', 'pool', 'station', 'city', 'payment_term')
)


def text(column, max_length=200, **options):
    return models.CharField(max_length=max_length, db_column=column, **options)


def optional(column, max_length=200):
    return text(column, max_length, null=True, blank=True)


def reference(model, column):
    return models.ForeignKey(model, models.PROTECT, db_column=column, related_name='+')


def choices(*values):
    return [(value, value) for value in values]


SEARCHED = (
    'Customer_Code Primary_Contact Customer_Name Local_Name Customer_Email Customer_Phone PAN Street Pin_Code'
    ' Last_Visit_ID Erp_Code GSTIN'
).split()


class Customer(models.Model):
    id = models.CharField(max_length=36, primary_key=True, editable=False)
    version = models.IntegerField(default=1, editable=False)
    createdAt = text('created_at', 24, editable=False)
    updatedAt = text('updated_at', 24, editable=False)
    natural_key = text('natural_key', editable=False)
    search_text = models.TextField(editable=False)
    Customer_Code = text('customer_code', 32, unique=True)
    Type = text('type', choices=choices('business', 'individual'))
    Primary_Contact = text('primary_contact')
    Customer_Name = text('customer_name')
    Local_Name = optional('local_name')
    Currency_Name = text('currency_name')
    Customer_Email = models.EmailField(max_length=200, db_column='customer_email')
    Customer_Phone = text('customer_phone', 32)
    GST_Name = text('gst_name')
    State_Code = reference(State, 'state_code')
    PAN = optional('pan', 32)
    Tax_Preference = text('tax_preference', choices=choices('taxable', 'non taxable'))
    paymentTermCode = reference(PaymentTerm, 'payment_term_code')
    Country_Code = reference(Country, 'country_code')
    Zone_Code = reference(Zone, 'zone_code')
    Pool_Code = reference(Pool, 'pool_code')
    Station_Code = reference(Station, 'station_code')
    City_Code = reference(City, 'city_code')
    Street = text('street')
    Pin_Code = text('pin_code', 32)
    Soil_Name = text('soil_name')
    Visit_In_Days = models.PositiveIntegerField(db_column='visit_in_days')
    Last_Visited = optional('last_visited', 10)
    Last_Visit_ID = optional('last_visit_id', 32)
    Erp_Code = optional('erp_code', 32)
    Credit_Limit = models.BigIntegerField(db_column='credit_limit', null=True, blank=True)
    GSTIN = optional('gstin', 32)
    Retired_On = optional('retired_on', 10)
    Retired_Reason = optional('retired_reason')

    class Meta:
        managed = False
        db_table = 'customer'

    def fill_in(self):
        """What the indexes of the table need besides the fields that were sent."""
        now = datetime.now(timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')
        self.id = str(uuid.uuid4())
        self.createdAt = self.updatedAt = now
        self.natural_key = self.Customer_Code.lower()
        self.search_text = ' '.join(filter(None, (getattr(self, name) for name in SEARCHED))).lower()

    def save(self, *args, **kwargs):
        if self._state.adding:
            self.fill_in()
        super().save(*args, **kwargs)
