import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'

/** How an answer ended, if that is worth showing; empty while it is running and if it is complete. */
export function answerEnd(answer: Pick<RealmAnswer, 'state' | 'trouble' | 'content'>): string {
  const silent = answer.content.trim() === ''
  if (answer.trouble === 'flooded') return 'Cut off: it said too much'
  if (answer.trouble === 'limited') return 'Not asked: too many questions at once'
  if (answer.trouble === 'silent') return silent ? 'Did not answer in time' : 'Fell silent'
  switch (answer.state) {
    case 'running':
      return ''
    case 'finished':
      return silent ? 'Said nothing' : ''
    case 'stopped':
      return 'Stopped'
    case 'interrupted':
      return 'Interrupted'
    case 'failed':
      return silent ? 'Did not answer' : 'Broken off'
  }
}
