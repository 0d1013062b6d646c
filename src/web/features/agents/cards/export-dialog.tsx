import type { CardFile } from '../../../../shared/agents/cards.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import * as texts from './texts.ts'

const kinds: readonly { format: CardFile; title: string; about: string }[] = [
  {
    format: 'png',
    title: 'PNG',
    about: texts.pngAbout,
  },
  { format: 'json', title: 'JSON', about: texts.jsonAbout },
  { format: 'charx', title: 'CHARX', about: texts.charxAbout },
  { format: 'eliza', title: 'ElizaOS', about: texts.elizaAbout },
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
      title={agent ? texts.exportNamed(agent.name) : texts.exportYourAgents}
      description={agent ? texts.exportAbout : texts.exportAllAbout}
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
              aria-label={texts.downloadAs(title)}
              className="button button-small cut hairline flex-none max-md:min-h-11"
            >
              {texts.download}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
