/** What the driver is told for both databases. */
export const driverOptions = {
  // Notices ("already exists, skipping") would be printed.
  onnotice: () => {},
  // Seconds before a lost connection is opened anew. The driver's own pause grows with each connection that fails, to
  // twenty seconds after one short absence of the database, and a statement that is given to such a connection waits.
  backoff: () => 0.1 + Math.random() * 0.4,
  connection: {
    application_name: 'bionic',
    // A plan made for any search term is a bad one for nearly every search term.
    plan_cache_mode: 'force_custom_plan',
  },
}
