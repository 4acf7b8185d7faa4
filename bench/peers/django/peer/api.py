from django_filters import rest_framework as django_filters
from rest_framework import filters, pagination, serializers, viewsets

from .models import Customer


class CustomerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Customer
        exclude = ['natural_key', 'search_text']


class CustomerFilter(django_filters.FilterSet):
    # Compared as a text: the default would look up the city first.
    City_Code = django_filters.CharFilter(field_name='City_Code_id')

    class Meta:
        model = Customer
        fields = ['City_Code']


class PartOfText(filters.BaseFilterBackend):
    """SearchFilter on the column that has a trigram index; its own upper(…) LIKE could use none."""

    def filter_queryset(self, request, queryset, view):
        needle = request.query_params.get('q')
        return queryset.filter(search_text__contains=needle.lower()) if needle else queryset


class ByName(pagination.CursorPagination):
    """Without the count of all rows, which the other paginators read for every page."""

    ordering = ('Customer_Name', 'id')
    page_size = 50


class CustomerViewSet(viewsets.ModelViewSet):
    queryset = Customer.objects.all()
    serializer_class = CustomerSerializer
    lookup_field = 'Customer_Code'
    pagination_class = ByName
    filter_backends = [django_filters.DjangoFilterBackend, PartOfText]
    filterset_class = CustomerFilter
