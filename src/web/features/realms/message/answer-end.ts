import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import * as texts from '../texts.tsx'

/** How an answer ended, if that is worth showing; empty while it is running and if it is complete. */
export function answerEnd(answer: Pick<RealmAnswer, 'state' | 'trouble' | 'content'>): string {
  const silent = answer.content.trim() === ''
  if (answer.trouble === 'flooded') return texts.cutOffSaidTooMuch
  if (answer.trouble === 'limited') return texts.notAskedTooManyQuestionsAtOnce
  if (answer.trouble === 'silent') return silent ? texts.didNotAnswerTime : texts.fellSilent
  switch (answer.state) {
    case 'running':
      return ''
    case 'finished':
      return silent ? texts.saidNothing : ''
    case 'stopped':
      return 'Stopped'
    case 'interrupted':
      return 'Interrupted'
    case 'failed':
      return silent ? texts.didNotAnswer : texts.brokenOff
  }
}
