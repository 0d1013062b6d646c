import { ListNote } from '../../../blocks/list/instead.tsx'
import { ButtonLink } from '../../../ui/button.tsx'

/** Says that there are no agents to choose from, and what can be done about it. */
export function NoAgents(props: { text: string; className?: string; clear: (() => void) | undefined }) {
  return (
    <ListNote
      className={`py-6 ${props.className ?? ''}`}
      measure=""
      {...(props.clear
        ? { action: { label: 'Clear the search', onClick: props.clear } }
        : { link: <ButtonLink to="/create">Create an agent</ButtonLink> })}
    >
      {props.text}
    </ListNote>
  )
}

/** Beside a search there is enough width for a whole sentence. */
export const agentsFailed = { what: 'The agents did not arrive', className: 'py-6', measure: '' }
