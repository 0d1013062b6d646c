/** `November 26, 2026`, of UTC: the server does not know the reader's time zone. Days are written in en-US (section 9). */
export const writeDay = (at: Date): string =>
  at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
