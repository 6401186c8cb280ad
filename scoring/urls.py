"""Addresses of sheets."""

from django.urls import path

from scoring import views

app_name = "scoring"
urlpatterns = [path("<uuid:public_id>/", views.form, name="form")]
