import LastTalk from './last-talk.tsx'
import { RemembersLine } from './remembers-line.tsx'

/** At an agent: where the wallet was with it, and that it remembers something. */
export default function SinceLastTime(props: { agent: { id: string; name: string }; owner: string }) {
  return (
    <div className="grid gap-1">
      <LastTalk agentId={props.agent.id} owner={props.owner} />
      <RemembersLine {...props} />
    </div>
  )
}
