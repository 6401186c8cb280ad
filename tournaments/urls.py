"""Addresses of clubs."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tournaments import views
from tournaments.forms import LoginForm

app_name = "tournaments"
log_in = LoginView.as_view(template_name="tournaments/login.html", authentication_form=LoginForm)
urlpatterns = [
    path("new-club/", views.found, name="found"),
    path("login/", log_in, name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("<slug:slug>/", views.club, name="club"),
]
