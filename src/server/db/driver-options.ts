/** What the driver is told for both databases. */
export const driverOptions = {
  // Notices ("already exists, skipping") would be printed.
  onnotice: () => {},
  connection: {
    application_name: 'bionic',
    // A plan made for any search term is a bad one for nearly every search term.
    plan_cache_mode: 'force_custom_plan',
  },
}
