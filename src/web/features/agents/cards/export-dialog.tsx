import type { CardFile } from '../../../../shared/agents/cards.ts'
import { Dialog } from '../../../ui/dialog.tsx'

const kinds: readonly { format: CardFile; title: string; about: string }[] = [
  {
    format: 'png',
    title: 'PNG',
    about: 'The portrait with the card in it, for nearly every application of characters.',
  },
  { format: 'json', title: 'JSON', about: 'Character Card V3 as text.' },
  { format: 'charx', title: 'CHARX', about: 'The card and its portrait in one package.' },
  { format: 'eliza', title: 'ElizaOS', about: 'A character file for ElizaOS, without a portrait.' },
]

/** The files in which an agent, or all agents of the wallet, can be taken to other applications. */
export default function ExportDialog(props: {
  /** Absent for all agents of the wallet. */
  agent?: { id: string; name: string } | undefined
  onClose: () => void
}) {
  const { agent } = props
  const path = agent ? `/api/agents/${agent.id}/card` : '/api/me/cards'
  return (
    <Dialog
      open
      width="normal"
      title={agent ? `Export ${agent.name}` : 'Export your agents'}
      description={
        agent
          ? 'As a character card, which other applications import.'
          : 'Each as a character card, which other applications import, all of them in one zip.'
      }
      onClose={props.onClose}
    >
      <ul className="grid gap-3">
        {kinds.map(({ format, title, about }) => (
          <li key={format} className="flex items-center justify-between gap-4 border-t border-line pt-3">
            <div className="min-w-0">
              <p className="display font-semibold">{title}</p>
              <p className="text-sm text-soft">{about}</p>
            </div>
            <a
              href={`${path}?format=${format}`}
              download
              className="button button-small cut hairline flex-none max-md:min-h-11"
            >
              <span>
                Download <span className="sr-only">as {title}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
