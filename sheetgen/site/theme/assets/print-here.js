// The form on the page of an edition: opens the studio, which makes the pad at once.
for (const form of document.querySelectorAll(".print-here")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wishes = new URLSearchParams(new FormData(form));
    location.href = `${form.dataset.studio}#start=${encodeURIComponent(form.dataset.start)}&do=print&go=pad&${wishes}`;
  });
}
