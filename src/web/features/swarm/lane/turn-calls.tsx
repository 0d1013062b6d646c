import { useMemo } from 'react'
import type { SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import CalledText from '../../../blocks/tools/called-text.tsx'
import { decideCall } from '../../../blocks/tools/decide-call.ts'
import { type DecisionMaker, ToolDecisions } from '../../../blocks/tools/tool-decisions.ts'
import { useApi } from '../../../lib/http/api.ts'

/** A turn with its calls. Whoever may change the run decides about them; its own news then tell what follows. */
export default function TurnCalls(props: { turn: SwarmTurn; agentName: string; mayDecide: boolean }) {
  const { turn, agentName, mayDecide } = props
  const { content, state, sources, calls, ownCalls } = turn
  const api = useApi()
  const maker = useMemo(
    (): DecisionMaker => ({ agentName, decide: decideCall(api), onDecided: () => {}, onStale: () => {} }),
    [api, agentName],
  )
  return (
    <ToolDecisions value={mayDecide ? maker : null}>
      <CalledText
        text={content}
        growing={state === 'running'}
        sources={sources}
        calls={calls}
        ownCalls={ownCalls}
      />
    </ToolDecisions>
  )
}
