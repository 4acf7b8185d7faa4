from django.contrib import admin

from .models import Customer


@admin.register(Customer)
class CustomerAdmin(admin.ModelAdmin):
    list_display = ('Customer_Code', 'Customer_Name', 'Customer_Phone', 'Type', 'City_Code_id', 'Zone_Code_id', 'Last_Visited')
    ordering = ('Customer_Name', 'id')
    list_per_page = 50
    # Without a second count of all rows.
    show_full_result_count = False
