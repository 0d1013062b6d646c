import { fixedZone, ianaZone, utc, type Zone } from './zone.ts'

type FoundZone = { zone: Zone } | { problem: string }

export const ZONE_CHARACTERS = 64
const MOST_NEAR = 5

/** What the platform still calls by an older name. */
const newNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Large cities without a zone of their own. */
const cities: Record<string, string> = Object.fromEntries(
  [
    'America/Chicago: austin, dallas, houston, new_orleans, san_antonio',
    'America/Los_Angeles: las_vegas, portland, san_diego, san_francisco, san_jose, seattle',
    'America/New_York: atlanta, boston, miami, nyc, philadelphia, washington',
    'America/Sao_Paulo: brasilia, rio_de_janeiro',
    'America/Toronto: montreal, ottawa',
    'Africa/Johannesburg: cape_town, pretoria',
    'Africa/Lagos: abuja',
    'Asia/Dubai: abu_dhabi',
    'Asia/Ho_Chi_Minh: hanoi',
    'Asia/Jerusalem: tel_aviv',
    'Asia/Karachi: islamabad, lahore',
    'Asia/Kolkata: bangalore, bengaluru, chennai, delhi, hyderabad, mumbai, new_delhi, pune',
    'Asia/Riyadh: jeddah, mecca, medina',
    'Asia/Seoul: busan',
    'Asia/Shanghai: beijing, chengdu, guangzhou, shenzhen, wuhan',
    'Asia/Tokyo: kyoto, osaka, sapporo',
    'Australia/Sydney: canberra',
    'Europe/Berlin: cologne, frankfurt, hamburg, munich',
    'Europe/Istanbul: ankara',
    'Europe/London: edinburgh, glasgow, manchester',
    'Europe/Madrid: barcelona, seville, valencia',
    'Europe/Moscow: saint_petersburg, st_petersburg',
    'Europe/Paris: lyon, marseille, nice',
    'Europe/Rome: florence, milan, naples, venice',
    'Europe/Warsaw: krakow',
    'Europe/Zurich: basel, bern, geneva',
    'Pacific/Auckland: wellington',
  ].flatMap((line) => {
    const [zone = '', names = ''] = line.split(': ')
    return names.split(', ').map((name) => [name, zone])
  }),
)

/** Short names with one meaning; other abbreviations, such as IST and CST, have several. */
const shortNames = new Set(['cet', 'eet', 'met', 'wet', 'cuba', 'iran', 'eire', 'egypt', 'japan', 'libya'])

let listed: readonly string[] | undefined

/** The names of all zones, those of today. */
export function zoneNames(): readonly string[] {
  listed ??= Intl.supportedValuesOf('timeZone').map((name) => newNames[name] ?? name)
  return listed
}

/** By a zone's name, by a city, or by an offset such as `+05:30`. A problem names what is near. */
export function findZone(given: string): FoundZone {
  const asked = given.trim()
  if (asked.length > ZONE_CHARACTERS)
    return { problem: `The name of a zone has at most ${ZONE_CHARACTERS} characters.` }
  const key = keyOf(asked)
  if (['utc', 'gmt', 'z', 'zulu', 'etc/utc'].includes(key)) return { zone: utc }
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(key)
  if (offset) return offsetZone(asked, offset)
  // A country behind a city's name: “Paris, France”.
  for (const name of new Set([key, keyOf(asked.split(',')[0] ?? '')])) {
    const [found, ...others] = zonesNamed(name)
    if (found !== undefined && others.length === 0) return { zone: zoneOf(found) }
    if (found !== undefined)
      return { problem: `“${asked}” may be ${[found, ...others].join(', ')}. Say which one.` }
  }
  return platformZone(asked, key) ?? { problem: unknownZone(asked, key) }
}

function offsetZone(asked: string, [, sign, hours, minutes = '0']: RegExpExecArray): FoundZone {
  const all = Number(hours) * 60 + Number(minutes)
  if (all > 18 * 60) return { problem: `“${asked}” is no offset of a zone: they reach 18 hours at most.` }
  const shown = `${hours?.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  return { zone: fixedZone(`UTC${sign}${shown}`, (sign === '-' ? -all : all) * 60_000) }
}

function zonesNamed(key: string): string[] {
  const exact = zoneNames().find((name) => keyOf(name) === key)
  if (exact !== undefined) return [exact]
  const own = zoneNames().filter((name) => cityOf(name) === key)
  if (own.length > 0) return own
  const other = Object.hasOwn(cities, key) ? cities[key] : undefined
  return other === undefined ? [] : [other]
}

/** Older names and names of countries, but no abbreviation that means several zones. */
function platformZone(asked: string, key: string): FoundZone | null {
  if (!/^[a-z][a-z0-9_+/-]*$/.test(key)) return null
  const isAbbreviation = key.length <= 5 && !key.includes('/') && !shortNames.has(key)
  const problem = `“${asked}” is an abbreviation that several zones may have. Name a city, such as America/New_York.`
  try {
    const canonical = new Intl.DateTimeFormat('en-US', { timeZone: key }).resolvedOptions().timeZone
    return isAbbreviation ? { problem } : { zone: zoneOf(newNames[canonical] ?? canonical) }
  } catch {
    return isAbbreviation && asked === asked.toUpperCase() ? { problem } : null
  }
}

const zoneOf = (name: string) => ianaZone(name, name)

function unknownZone(asked: string, key: string): string {
  const near = nearNames(key)
  const hint = near.length > 0 ? ` Near it are ${near.join(', ')}.` : ''
  return `There is no zone “${asked}”.${hint} Use a name such as Europe/Berlin, a city that has a zone, or an offset such as +05:30.`
}

function nearNames(key: string): string[] {
  const city = cityOf(key)
  if (city.length < 2) return []
  const most = Math.max(1, Math.floor(city.length / 3))
  return zoneNames()
    .map((name) => ({ name, steps: stepsTo(city, cityOf(name)) }))
    .filter(({ steps }) => steps <= most)
    .sort((one, other) => one.steps - other.steps)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name)
}

function stepsTo(asked: string, city: string): number {
  if (city.includes(asked) || (asked.includes(city) && city.length > 3)) return 0
  let row = Array.from({ length: city.length + 1 }, (_, index) => index)
  for (let i = 1; i <= asked.length; i++) {
    const next = [i]
    for (let j = 1; j <= city.length; j++) {
      const changed = (row[j - 1] ?? 0) + (asked[i - 1] === city[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[city.length] ?? 0
}

const cityOf = (name: string) => keyOf(name.slice(name.lastIndexOf('/') + 1))

/** Without accents and capitals, words joined as in names of zones. */
function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/[\s.]+/g, '_')
}
