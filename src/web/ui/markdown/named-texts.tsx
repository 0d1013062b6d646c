import { createContext, type ReactNode, useRef } from 'react'

/**
 * Texts that name hosts. A link with a query to any other host is shown as text, because an agent that was talked into
 * it could send away what it has read. Without them, links lead where they say.
 */
export const NamedTexts = createContext<readonly string[] | null>(null)

/** Around a conversation: what people wrote in it, whose own links are named by themselves. */
export function PeopleSaid({ texts, children }: { texts: readonly string[]; children: ReactNode }) {
  // The same list while it has the same texts, so that an answer that grows does not draw all others again.
  const known = useRef(texts)
  const { length } = known.current
  if (texts.length !== length || texts.some((text, n) => text !== known.current[n])) known.current = texts
  return <NamedTexts value={known.current}>{children}</NamedTexts>
}
