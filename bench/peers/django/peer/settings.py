"""Django as its documentation recommends it for production: no DEBUG, persistent connections, static files by WhiteNoise."""
import os

from django.db.backends.signals import connection_created

DEBUG = False
SECRET_KEY = os.environ['PEER_SECRET']
ALLOWED_HOSTS = ['127.0.0.1']
ROOT_URLCONF = 'peer.urls'
WSGI_APPLICATION = 'peer.wsgi.application'
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
TIME_ZONE = 'Asia/Kolkata'
USE_TZ = True
STATIC_URL = '/static/'
STATIC_ROOT = os.path.join(os.environ['PEER_FOLDER'], 'static')
STATICFILES_STORAGE = 'whitenoise.storage.CompressedManifestStaticFilesStorage'

INSTALLED_APPS = [
    'django.contrib.admin',
    'django.contrib.auth',
    'django.contrib.contenttypes',
    'django.contrib.sessions',
    'django.contrib.messages',
    'django.contrib.staticfiles',
    'django_filters',
    'rest_framework',
    'rest_framework.authtoken',
    'peer',
]

MIDDLEWARE = [
    'django.middleware.security.SecurityMiddleware',
    'whitenoise.middleware.WhiteNoiseMiddleware',
    'django.contrib.sessions.middleware.SessionMiddleware',
    'django.middleware.common.CommonMiddleware',
    'django.middleware.csrf.CsrfViewMiddleware',
    'django.contrib.auth.middleware.AuthenticationMiddleware',
    'django.contrib.messages.middleware.MessageMiddleware',
]

TEMPLATES = [
    {
        'BACKEND': 'django.template.backends.django.DjangoTemplates',
        'APP_DIRS': True,
        'OPTIONS': {
            'context_processors': [
                'django.template.context_processors.request',
                'django.contrib.auth.context_processors.auth',
                'django.contrib.messages.context_processors.messages',
            ]
        },
    }
]

if 'PEER_FILE' in os.environ:
    DATABASES = {
        'default': {
            'ENGINE': 'django.db.backends.sqlite3',
            'NAME': os.environ['PEER_FILE'],
            'CONN_MAX_AGE': None,
            'OPTIONS': {'timeout': 20},
        }
    }
else:
    DATABASES = {
        'default': {
            'ENGINE': 'django.db.backends.postgresql',
            'NAME': os.environ['PEER_DATABASE'],
            'HOST': os.environ['PEER_HOST'],
            'PORT': os.environ['PEER_PORT'],
            'USER': os.environ['PEER_USER'],
            'CONN_MAX_AGE': None,
        }
    }


def same_pragmas(connection, **_):
    """The settings of the other two sides, so that a commit and a cache cost the same."""
    if connection.vendor == 'sqlite':
        with connection.cursor() as cursor:
            for pragma in ('synchronous = full', 'cache_size = -65536', 'temp_store = memory', 'mmap_size = 1073741824'):
                cursor.execute(f'pragma {pragma}')


connection_created.connect(same_pragmas)

REST_FRAMEWORK = {
    'DEFAULT_AUTHENTICATION_CLASSES': ['rest_framework.authentication.TokenAuthentication'],
    'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.DjangoModelPermissions'],
    'DEFAULT_RENDERER_CLASSES': ['rest_framework.renderers.JSONRenderer'],
    'DEFAULT_PARSER_CLASSES': ['rest_framework.parsers.JSONParser'],
}
