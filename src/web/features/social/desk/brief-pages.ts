import type { InfiniteData } from '@tanstack/react-query'
import type { BriefPage, StoredBrief } from '../../../../shared/social.ts'

type Pages = InfiniteData<BriefPage>

/** The briefs of a list's pages, each once: one that was stored while the pages came in stands in two of them. */
export function listedBriefs(pages: readonly BriefPage[]): StoredBrief[] {
  const listed = new Map<string, StoredBrief>()
  for (const brief of pages.flatMap((page) => page.briefs)) {
    const known = listed.get(brief.id)
    if (!known || known.revision < brief.revision) listed.set(brief.id, brief)
  }
  return [...listed.values()].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
}

export function withoutBrief<Data extends Pages | undefined>(data: Data, id: string): Data {
  if (!data) return data
  const pages = data.pages.map((page) => ({
    ...page,
    briefs: page.briefs.filter((brief) => brief.id !== id),
  }))
  return { ...data, pages }
}

/** The same pages with a brief as it was just stored, which makes it the first. */
export function withBrief<Data extends Pages | undefined>(data: Data, brief: StoredBrief): Data {
  const others = withoutBrief(data, brief.id)
  if (!others) return others
  const pages = others.pages.map((page, index) =>
    index === 0 ? { ...page, briefs: [brief, ...page.briefs] } : page,
  )
  return { ...others, pages }
}
