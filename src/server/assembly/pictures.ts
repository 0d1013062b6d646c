import { Images } from '../domain/agents/images.ts'
import { Portraits } from '../domain/cards/portraits.ts'
import { Decoder, Fitter } from '../domain/pictures/decoder.ts'
import { PictureVariants } from '../domain/pictures/picture-variants.ts'
import { RemotePictures } from '../domain/pictures/remote-pictures.ts'
import { createQuotas } from '../domain/quotas/quotas.ts'
import { Cases } from '../domain/trust/cases.ts'
import { TakenLooks } from '../domain/trust/taken-looks.ts'
import { Sitemaps } from '../domain/unfurl/sitemap.ts'
import { Unfurls } from '../domain/unfurl/unfurls.ts'
import type { Infrastructure } from './infrastructure.ts'

const MEGABYTE = 1024 * 1024

/** Quotas, and everything that reads, keeps and draws pictures. */
export function createPictures(base: Infrastructure) {
  const { env, given, limits: rateLimits } = base
  const limits = { memoryBytes: env.PICTURE_MEMORY_MB * MEGABYTE }
  const decoder = new Decoder({ ...base, limits })
  const cases = new Cases()
  const taken = new TakenLooks({ ...base, cases, limits })
  const remote = new RemotePictures({
    ...{ ...base, ...base.outgoing, decoder, taken },
    takeFetch: (wallet) => rateLimits.takeWebPicture(wallet),
  })
  const quotas = createQuotas({
    ...base,
    caps: {
      agents: env.QUOTA_AGENTS,
      realms: env.QUOTA_REALMS,
      conversations: env.QUOTA_CONVERSATIONS,
      words: env.QUOTA_WORDS_MB,
      pictures: env.QUOTA_PICTURES_MB,
      sources: env.QUOTA_SOURCES_MB,
    },
  })
  const images = new Images({ ...base, decoder, remote, taken, quota: quotas.pictures })
  return {
    ...{ cases, taken, decoder, quotas, images },
    fitter: new Fitter({ ...base, limits }),
    variants: new PictureVariants({ ...base, limits }),
    portraits: new Portraits({ ...base, images, limits }),
    unfurls: new Unfurls({ ...base, images, limits, ...given.unfurls }),
    sitemaps: new Sitemaps({ ...base, ...given.sitemaps }),
  }
}
