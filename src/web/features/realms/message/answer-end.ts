import { endSentences } from '../../../../shared/chat/model-ends.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import * as texts from './texts.ts'

/** Empty while it is running and if it is complete. One that waits says so. Of how its model ended it, a sentence. */
export function answerEnd(answer: Pick<RealmAnswer, 'state' | 'trouble' | 'content' | 'model'>): string {
  const silent = answer.content.trim() === ''
  if (answer.trouble === 'flooded') return texts.cutOff
  if (answer.trouble === 'limited') return texts.notAsked
  if (answer.trouble === 'silent') return silent ? texts.noAnswerInTime : texts.stoppedMidway
  switch (answer.state) {
    case 'running':
      return ''
    case 'waiting':
      return texts.waitsForDecision
    case 'finished':
      if (answer.model?.ended) return endSentences[answer.model.ended]
      return silent ? texts.saidNothing : ''
    case 'stopped':
      return texts.stopped
    case 'interrupted':
      return texts.interrupted
    case 'failed':
      return silent ? texts.noAnswer : texts.brokenOff
  }
}
