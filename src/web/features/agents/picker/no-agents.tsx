import { Button, ButtonLink } from '../../../ui/button.tsx'

const small = 'max-md:min-h-11'

/** That there is nobody to choose, and what can be done about it. */
export function NoAgents(props: { text: string; className?: string; clear: (() => void) | undefined }) {
  return (
    <div className={`grid justify-items-start gap-4 py-6 ${props.className ?? ''}`}>
      <p className="text-sm text-soft">{props.text}</p>
      {props.clear ? (
        <Button size="small" className={small} onClick={props.clear}>
          Clear the search
        </Button>
      ) : (
        <ButtonLink to="/create">Create an agent</ButtonLink>
      )}
    </div>
  )
}

export function AgentsFailed(props: { problem: string; className?: string; retry: () => void }) {
  return (
    <div role="alert" className={`grid justify-items-start gap-4 py-6 ${props.className ?? ''}`}>
      <p className="text-sm text-soft">{`The agents did not arrive. ${props.problem}`}</p>
      <Button size="small" className={small} onClick={props.retry}>
        Try again
      </Button>
    </div>
  )
}
