import { ListNote } from '../../../blocks/list/instead.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import * as agentTexts from '../texts.ts'
import * as texts from './texts.ts'

/** Says that there are no agents to choose from, and what can be done about it. */
export function NoAgents(props: { text: string; className?: string; clear: (() => void) | undefined }) {
  return (
    <ListNote
      className={`py-6 ${props.className ?? ''}`}
      measure=""
      {...(props.clear
        ? { action: { label: texts.clearSearch, onClick: props.clear } }
        : { link: <ButtonLink to="/create">{agentTexts.createAgent}</ButtonLink> })}
    >
      {props.text}
    </ListNote>
  )
}

/** Beside a search there is enough width for a whole sentence. */
export const agentsFailed = { what: agentTexts.matrixNotLoaded, className: 'py-6', measure: '' }
