import { type ReactNode, useContext } from 'react'
import { hostsNamedIn, isNamedAddress } from '../../../shared/tools/named-hosts.ts'
import { NamedTexts } from './named-texts.tsx'

/** A link where somebody named its host, else its words. */
export default function GuardedLink(props: { href: string; words: ReactNode; unnamed: ReactNode }) {
  const texts = useContext(NamedTexts)
  if (texts === null || !isNamed(props.href, texts)) return props.unnamed
  return (
    <a href={props.href} target="_blank" rel="noopener noreferrer nofollow">
      {props.words}
    </a>
  )
}

const hostsIn = new WeakMap<readonly string[], ReadonlySet<string>>()

function isNamed(href: string, texts: readonly string[]): boolean {
  try {
    const hosts = hostsIn.get(texts) ?? hostsNamedIn(texts)
    hostsIn.set(texts, hosts)
    return isNamedAddress(href, hosts)
  } catch {
    // A browser without `URL.parse`.
    return false
  }
}
