from django.contrib import admin
from django.urls import include, path
from rest_framework.routers import SimpleRouter

from .api import CustomerViewSet

router = SimpleRouter(trailing_slash=False)
router.register('customers', CustomerViewSet)
urlpatterns = [path('api/v1/', include(router.urls)), path('admin/', admin.site.urls)]
