import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import { agentQuestion } from '../../../lib/agent-question.ts'
import { useApi } from '../../../lib/api.ts'
import { type BriefErrors, type BriefField, type BriefValues, readBrief } from '../desk/brief-values.ts'

/**
 * What is wrong with the form, as far as it is to be shown: before drafting was tried only a text that is too long, and
 * an agent that is gone.
 * @param viewer the wallet of the session: whom it can see depends on it
 */
export function useBriefErrors(values: BriefValues, viewer: string | null | undefined) {
  const [tried, setTried] = useState(false)
  const { agent } = values
  const known = useQuery({
    ...agentQuestion(useApi(), agent?.id ?? '', viewer ?? null),
    enabled: agent !== null && viewer !== undefined,
  })
  const read = readBrief(values)
  const errors: BriefErrors = read.ok ? {} : read.errors
  if (agent && known.data === null)
    errors.agentId = 'This agent does not answer you any more. Choose another one.'
  const isTooLong = {
    agentId: agent !== null,
    topic: values.topic.trim().length > limits.socialTopic,
    source: values.source.trim().length > limits.socialSource,
  }
  return {
    errorOf: (field: BriefField) => (tried || isTooLong[field] ? errors[field] : undefined),
    /** What keeps the form from being sent. */
    errors,
    onTried: () => setTried(true),
  }
}
