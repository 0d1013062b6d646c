import { counted } from '../../lib/counted.ts'

export const title = 'Desk'
export const waiting = (count: number) =>
  count === 0 ? 'nothing waits' : `${counted(count, 'case', 'cases')} to decide`
