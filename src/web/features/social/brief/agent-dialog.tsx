import type { ReactNode } from 'react'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import * as texts from '../texts.ts'

/** The screen provides it, because agents are another feature. */
export type ChooseAgent = (choice: {
  taken: readonly string[]
  onChoose: (agent: { id: string; name: string; pictureUrl: string }) => void
}) => ReactNode

export default function AgentDialog(props: {
  chosen: ChosenAgent | null
  chooseAgent: ChooseAgent
  onChoose: (agent: ChosenAgent) => void
  onClose: () => void
}) {
  const { chosen } = props
  return (
    <Dialog open title={texts.chooseAgent} description={texts.chooseAgentAbout} onClose={props.onClose}>
      {props.chooseAgent({
        taken: chosen ? [chosen.id] : [],
        onChoose: ({ id, name, pictureUrl }) => props.onChoose({ id, name, imageUrl: pictureUrl }),
      })}
    </Dialog>
  )
}
