import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import * as texts from '../texts.ts'

/** Empty while it is running and if it is complete. */
export function answerEnd(answer: Pick<RealmAnswer, 'state' | 'trouble' | 'content'>): string {
  const silent = answer.content.trim() === ''
  if (answer.trouble === 'flooded') return texts.cutOff
  if (answer.trouble === 'limited') return texts.notAsked
  if (answer.trouble === 'silent') return silent ? texts.noAnswerInTime : texts.stoppedMidway
  switch (answer.state) {
    case 'running':
      return ''
    case 'finished':
      return silent ? texts.saidNothing : ''
    case 'stopped':
      return texts.stopped
    case 'interrupted':
      return texts.interrupted
    case 'failed':
      return silent ? texts.noAnswer : texts.brokenOff
  }
}
