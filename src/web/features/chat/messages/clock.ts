/** Section 9: the time of a message, HH:mm in 24 hours, where the person is. */
export function clockTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}
