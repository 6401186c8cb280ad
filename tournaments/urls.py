"""Addresses of clubs."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tournaments import views

app_name = "tournaments"
urlpatterns = [
    path("new-club/", views.found, name="found"),
    path("login/", LoginView.as_view(template_name="tournaments/login.html"), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("<slug:slug>/", views.club, name="club"),
]
