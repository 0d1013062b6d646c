import { memo } from 'react'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { type Span, spansOf } from './message-spans.ts'

/** The text of a person: plain text with links and marked mentions. No other markup is parsed. */
export const MessageText = memo(function MessageText(props: {
  text: string
  agents: readonly RealmAgent[]
  self: string | undefined
}) {
  return spansOf(props.text, props.agents, props.self).map((span, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its number
    <Piece key={number} span={span} />
  ))
})

function Piece({ span }: { span: Span }) {
  switch (span.kind) {
    case 'words':
      return span.text
    case 'link':
      return (
        <a
          href={span.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-cyan underline decoration-1 underline-offset-3 hover:decoration-2"
        >
          {span.text}
        </a>
      )
    case 'agent':
      return <span className="font-medium text-magenta">{span.text}</span>
    case 'person':
      return span.self ? (
        <mark className="rounded-[3px] bg-cyan/18 px-1 font-medium text-cyan">{span.text}</mark>
      ) : (
        <span className="font-medium text-violet">{span.text}</span>
      )
  }
}
