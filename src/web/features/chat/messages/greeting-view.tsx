import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { Greeting } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'
import type { TurnActions } from './turn-actions.ts'
import { Versions } from './versions.tsx'

export function GreetingView(props: {
  greeting: Greeting
  agentName: string
  select: TurnActions['select']
}) {
  const { message, versions } = props.greeting
  return (
    <div
      data-message={message.id}
      className="max-w-message min-w-0 self-start border-l-2 border-magenta pl-3.5 md:pl-5"
    >
      <p className="sr-only">{texts.saidNamed(props.agentName)}</p>
      <div className="max-w-[70ch] text-base leading-[1.6] [overflow-wrap:anywhere]">
        <Markdown text={message.content} growing={false} />
      </div>
      {props.select && versions.ids.length > 1 && (
        <div className="mt-1 flex min-h-8 items-center">
          <Versions of="this greeting" branches={versions} onSelect={props.select} />
        </div>
      )}
    </div>
  )
}
