"use strict";
// Opens a channel in a window as wide as a phone, if that is wanted; without it all works in a tab.
const phone = document.getElementById("phone");
phone.checked = localStorage.getItem("phone") === "yes";
phone.addEventListener("change", () => localStorage.setItem("phone", phone.checked ? "yes" : "no"));
for (const form of document.querySelectorAll('form[target="channel"]')) {
  form.addEventListener("submit", () => {
    if (phone.checked) window.open("", "channel", "popup,width=400,height=860");
  });
}
