import { useEffect, useRef, useState } from 'react'
import { linksAsLabels } from '../../../../shared/text/plain-text.ts'
import { type ConversationView, isUnanswered } from '../conversation/conversation.ts'

/**
 * Tells a screen reader once, politely, what came of a question: never word by word. The reply itself is read aloud
 * where the browser can be asked to; a second copy of it in the page would be in everybody's way.
 */
export function ReplyAnnouncer(props: { view: ConversationView; agentName: string }) {
  const { view, agentName } = props
  const { turns, pending, ended } = view
  const [news, setNews] = useState({ said: 0, text: '' })
  const told = useRef(ended)
  useEffect(() => {
    if (pending) setNews(({ said }) => ({ said, text: '' }))
    // Not what was seen running counts: a reply can begin and end between two looks.
    if (!ended || ended.id === told.current?.id) return
    told.current = ended
    const turn = turns.findLast(({ question }) => question.id === ended.parentId)
    if (!turn) return
    const text = isUnanswered(turn) ? `No answer from ${agentName}.` : `${agentName} has answered.`
    setNews(({ said }) => ({ said: said + 1, text }))
    const notify = (document as Document & { ariaNotify?: (text: string) => void }).ariaNotify
    notify?.call(document, spokenText(turn.reply?.content ?? ''))
  }, [turns, pending, ended, agentName])
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time: the same words twice are news twice. */}
      <p key={news.said}>{news.text}</p>
    </div>
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
