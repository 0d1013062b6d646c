import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../../shared/messages.ts'
import { linksAsLabels } from '../../../../shared/plain-text.ts'
import { type ConversationView, isUnanswered } from '../conversation/conversation.ts'

/**
 * Tells a screen reader once, politely, what came of a question: never word by word. The reply itself is read aloud
 * where the browser can be asked to; a second copy of it in the page would be in everybody's way.
 */
export function ReplyAnnouncer(props: { view: ConversationView; agentName: string }) {
  const { view, agentName } = props
  const { turns, pending } = view
  const [news, setNews] = useState('')
  const awaited = useRef<Reply>(null)
  useEffect(() => {
    const before = awaited.current
    awaited.current = pending
    if (pending) setNews('')
    if (!before || before.id === pending?.id) return
    const ended = turns.findLast(({ question }) => question.id === before.parentId)
    if (!ended) return
    setNews(isUnanswered(ended) ? `No answer from ${agentName}.` : `${agentName} has answered.`)
    const notify = (document as Document & { ariaNotify?: (text: string) => void }).ariaNotify
    notify?.call(document, spokenText(ended.reply?.content ?? ''))
  }, [turns, pending, agentName])
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  )
}

/** Markdown as it is read aloud: without its marks. */
export function spokenText(markdown: string): string {
  return linksAsLabels(markdown.replace(/^[ \t]*(`{3,}|~{3,}).*$/gm, ''))
    .replace(/^[ \t]*(#{1,6}|>|[-*+])[ \t]+/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
