import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import type { PlacedCall } from '../../../../shared/tools/told-call.ts'
import CalledText from '../../../blocks/tools/called-text.tsx'
import { decideCall } from '../../../blocks/tools/decide-call.ts'
import { type DecisionMaker, ToolDecisions } from '../../../blocks/tools/tool-decisions.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'

/** In milliseconds: a room is told of calls when an answer waits or ends. */
const WHILE_RUNNING_MS = 1_500

interface OwnCallsAnswer {
  calls: PlacedCall[]
}

const ownCallsQuery = (api: Api, { conversationId, id, version }: RealmAnswer) =>
  queryOptions({
    queryKey: ['own calls', conversationId, id, version],
    queryFn: (): Promise<OwnCallsAnswer> =>
      unwrap(
        api.realms[':id'].messages[':messageId'].calls.$get({
          param: { id: conversationId, messageId: id },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** An answer with its calls. Whoever began it reads them whole, and may decide about them. */
export default function AnswerCalls({ answer, own }: { answer: RealmAnswer; own: boolean }) {
  if (own) return <OwnCalls answer={answer} />
  const { content, state, sources, calls } = answer
  return <CalledText text={content} growing={state === 'running'} sources={sources} calls={calls} />
}

function OwnCalls({ answer }: { answer: RealmAnswer }) {
  const api = useApi()
  const queries = useQueryClient()
  const running = answer.state === 'running'
  const question = ownCallsQuery(api, answer)
  const { data } = useQuery({ ...question, refetchInterval: running && WHILE_RUNNING_MS })
  const { agentName, conversationId, id } = answer
  const maker = useMemo((): DecisionMaker => {
    const ofAnswer = ['own calls', conversationId, id]
    return {
      agentName,
      decide: decideCall(api),
      onDecided: ({ part }) =>
        queries.setQueriesData<OwnCallsAnswer>(
          { queryKey: ofAnswer },
          (known) =>
            known && {
              calls: known.calls.map((one) => (one.part.call === part.call ? { ...one, part } : one)),
            },
        ),
      onStale: () => void queries.invalidateQueries({ queryKey: ofAnswer }),
    }
  }, [api, queries, agentName, conversationId, id])
  return (
    <ToolDecisions value={maker}>
      <CalledText
        text={answer.content}
        growing={running}
        sources={answer.sources}
        calls={answer.calls}
        ownCalls={data?.calls}
      />
    </ToolDecisions>
  )
}
