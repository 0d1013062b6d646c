import { useEffect, useRef, useState } from 'react'
import { linksAsLabels } from '../../../../shared/text/plain-text.ts'
import { type ConversationView, isBrokenOff, isUnanswered } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'

/**
 * Announces the outcome once, not word by word. Where the browser has `ariaNotify`, the reply itself is read aloud; a
 * hidden copy of it would be in the way.
 */
export function ReplyAnnouncer(props: { view: ConversationView; agentName: string }) {
  const { view, agentName } = props
  const { turns, pending, ended } = view
  const [news, setNews] = useState({ said: 0, text: '' })
  const announced = useRef(ended)
  useEffect(() => {
    if (pending) setNews(({ said }) => ({ said, text: '' }))
    // Running is not observed, because a reply can begin and end between two renders.
    // A reply that waited ends a second time.
    if (!ended || ended === announced.current) return
    announced.current = ended
    const turn = turns.findLast(({ question }) => question.id === ended.parentId)
    if (!turn) return
    // The note above the composer says that the reply waits.
    if (turn.reply?.state === 'waiting') return
    const text = isUnanswered(turn)
      ? texts.noAnswerFrom(agentName)
      : isBrokenOff(turn)
        ? texts.answerBrokeOff(agentName)
        : turn.reply?.cutShort
          ? texts.answerTooLong(agentName)
          : `${agentName} has answered.`
    setNews(({ said }) => ({ said: said + 1, text }))
    const notify = (document as Document & { ariaNotify?: (text: string) => void }).ariaNotify
    notify?.call(document, spokenText(turn.reply?.content ?? ''))
  }, [turns, pending, ended, agentName])
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time, so that the same text is announced again. */}
      <p key={news.said}>{news.text}</p>
    </div>
  )
}

export function spokenText(markdown: string): string {
  return linksAsLabels(markdown.replace(/^[ \t]*(`{3,}|~{3,}).*$/gm, ''))
    .replace(/^[ \t]*(#{1,6}|>|[-*+])[ \t]+/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
