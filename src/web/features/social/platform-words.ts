import type { Platform } from '../../../shared/social.ts'

/** How a platform counts, in plain words; the counting itself is in `count/`. */
export const countingWords: Record<Platform, string> = {
  x: 'Up to 280. A link counts 23; an emoji and a Chinese or Japanese character count 2.',
  farcaster: 'Up to 320 bytes. A plain letter is one, an accented one two, most emoji four or more.',
  bluesky: 'Up to 300 characters as they are seen: an emoji counts one, a link all of its letters.',
  linkedin: 'Up to 3,000 characters. Most emoji count two.',
  telegram: 'Up to 4,096 characters. An emoji counts one, or one for each part that it is made of.',
}
