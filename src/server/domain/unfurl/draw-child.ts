import { deserialize } from 'node:v8'
import sharp from 'sharp'
import { serveWork } from '../sandbox/sandbox-child.ts'
import { drawCard } from './draw-card.ts'

/** Only this process reads SVGs, which are the product's own; the one that decodes untrusted pictures must never. */

/** Several times the size of a card with the maximum number of pictures. */
const LONGEST_BYTES = 8 * 1024 * 1024

// Without a cache, memory is free for the next card; with one thread, a machine with 2 cores still serves requests.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] })

serveWork(LONGEST_BYTES, (card) => drawCard(deserialize(card)))
