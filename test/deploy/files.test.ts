import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { onlyValueOf, pairsOf, readInstructions } from '../../scripts/image/containerfile.ts'
import { envNames, isSecretName } from '../../src/server/base/env.ts'
import { limits } from '../../src/shared/common/limits.ts'
import { parseAllDocuments } from '../../tools/referees/yaml.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: what a test asks of a document of YAML fails where it is not there
type Yaml = any

/** The documents of a file, with what they refer to in its place; a fault or a doubtful place fails the test. */
function documents(path: string): Yaml[] {
  return parseAllDocuments(read(path), { merge: true, strict: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([])
    return document.toJS()
  })
}

const instructions = readInstructions()
const port = Number(onlyValueOf(instructions, 'EXPOSE'))
const [user, group] = onlyValueOf(instructions, 'USER').split(':').map(Number)
const image = `bionic:${JSON.parse(read('package.json')).version}`

/** Variables of Bionic's, as opposed to those of Node, of C's library and of other programs. */
const foreign = /^(?:PATH|NODE_ENV|MALLOC_\w+)$/

const isKnown = (name: string) =>
  envNames.includes(name) || (name.endsWith('_FILE') && isSecretName(name.slice(0, -'_FILE'.length)))

test('every variable that the image and the files of deploy set is a setting', () => {
  const [alone] = documents('compose.yaml')
  const [servers] = documents('compose.servers.yaml')
  const [deployment] = documents('deploy/kubernetes.yaml')
  const unit = [...read('deploy/bionic.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.slice(0, pair.indexOf('='))),
  )
  const names = [
    ...Object.keys(pairsOf(instructions, 'ENV')),
    ...Object.keys(alone.services.bionic.environment),
    ...Object.keys(servers.services['bionic-1'].environment),
    ...deployment.spec.template.spec.containers[0].env.map(({ name }: Yaml) => name),
    ...unit,
  ]
  expect(names.filter((name) => !foreign.test(name) && !isKnown(name))).toEqual([])
  expect(names).toEqual(
    expect.arrayContaining(['DATA_DIR', 'SECRET_KEY_FILE', 'DATABASE_URL_FILE', 'TRUSTED_PROXIES']),
  )
})

test('secrets are handed on as files, which compose and Kubernetes mount where their variables name them', () => {
  const [servers] = documents('compose.servers.yaml')
  const { environment, secrets } = servers.services['bionic-1']
  for (const [name, value] of Object.entries<string>(environment)) {
    if (isSecretName(name)) expect(value).not.toMatch(/:[^/]*@/)
    if (name.endsWith('_FILE'))
      expect(secrets.map((secret: string) => `/run/secrets/${secret}`)).toContain(value)
  }
  for (const secret of secrets) expect(Object.keys(servers.secrets)).toContain(secret)
  const [deployment] = documents('deploy/kubernetes.yaml')
  const { containers, volumes } = deployment.spec.template.spec
  const { mountPath } = containers[0].volumeMounts.find(({ name }: Yaml) => name === 'secrets')
  const files = containers[0].env.filter(({ name }: Yaml) => name.endsWith('_FILE'))
  expect(
    files.map(({ value }: Yaml) => value).filter((value: string) => !value.startsWith(mountPath)),
  ).toEqual([])
  expect(volumes.find(({ name }: Yaml) => name === 'secrets').secret.secretName).toBe('bionic')
})

test('whatever runs the image has it not root, its root unwritable, without capabilities, and waits longer than a drain', () => {
  const services = ['compose.yaml', 'compose.servers.yaml'].flatMap((path) =>
    Object.values<Yaml>(documents(path)[0].services).filter((service) => service.image.startsWith('bionic:')),
  )
  expect(services).toHaveLength(3)
  for (const service of services) {
    expect(service).toMatchObject({ image, read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
    expect(service.stop_grace_period).toBe('40s')
    expect(service.volumes.map((volume: string) => volume.split(':')[1])).toEqual([
      onlyValueOf(instructions, 'VOLUME'),
    ])
  }
  const [deployment, service, budget] = documents('deploy/kubernetes.yaml')
  const { spec } = deployment.spec.template
  const [container] = spec.containers
  expect(spec.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: group,
    fsGroup: group,
  })
  expect(container).toMatchObject({
    image,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    readinessProbe: { httpGet: { path: '/readyz', port: container.ports[0].name } },
    livenessProbe: { httpGet: { path: '/healthz', port: container.ports[0].name } },
  })
  expect(container.ports[0].containerPort).toBe(port)
  expect(spec.terminationGracePeriodSeconds).toBe(40)
  expect(deployment.spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } })
  for (const { selector } of [service.spec, { selector: budget.spec.selector.matchLabels }])
    expect(deployment.spec.template.metadata.labels).toMatchObject(selector)
  expect(read('deploy/bionic.service')).toMatch(/^TimeoutStopSec=40s$/m)
})

test('the image and the unit start Node with the flags and the allocator’s settings of `npm start`', () => {
  const environment = Object.entries(pairsOf(instructions, 'ENV')).map((pair) => pair.join('='))
  const [ofScript, ...others] = [
    JSON.parse(read('package.json')).scripts.start,
    [...environment, ...JSON.parse(onlyValueOf(instructions, 'ENTRYPOINT'))].join(' '),
    read('deploy/bionic.service'),
  ].map((text: string) => ({
    flags: /\bnode((?: --\S+)+)/.exec(text)?.[1]?.trim().split(' '),
    settings: text.match(/MALLOC_\w+=\d+/g),
  }))
  expect(ofScript?.flags).toHaveLength(3)
  for (const other of others) expect(other).toEqual(ofScript)
})

test('the proxies go to the image’s port, ask /readyz where they can, and let the largest upload through', () => {
  const [caddy, nginx] = [read('deploy/Caddyfile'), read('deploy/nginx.conf')]
  for (const text of [caddy, nginx])
    expect([...text.matchAll(/bionic-\d:(\d+)/g)].map(([, number]) => Number(number))).toEqual([port, port])
  expect(caddy).toContain('health_uri /readyz')
  const [usual, imports] = [...nginx.matchAll(/client_max_body_size (\d+)m?;/g)].map(([, size]) =>
    Number(size),
  )
  expect((usual ?? 0) * 1024 * 1024).toBeGreaterThan(Math.max(limits.sourceBytes, limits.cardBytes))
  expect(imports).toBe(0)
  expect(caddy).not.toContain('max_size')
})

test('the image says who runs in it, how it ends and whether it is ready, and holds no secret', () => {
  expect(user).toBeGreaterThan(0)
  expect(onlyValueOf(instructions, 'STOPSIGNAL')).toBe('SIGTERM')
  expect(onlyValueOf(instructions, 'HEALTHCHECK')).toContain('/readyz')
  expect(pairsOf(instructions, 'ENV')).toMatchObject({
    PORT: String(port),
    DATA_DIR: '/data',
    HOST: '0.0.0.0',
  })
  expect(Object.keys(pairsOf(instructions, 'ENV')).filter(isSecretName)).toEqual([])
  const labels = Object.keys(pairsOf(instructions, 'LABEL')).map((name) =>
    name.replace('org.opencontainers.image.', ''),
  )
  expect(labels.sort()).toEqual(['created', 'description', 'revision', 'title', 'version'])
  expect(instructions[0]).toEqual({ name: 'FROM', value: 'scratch' })
})

test('the operator’s program gets from systemd what the service has', () => {
  const unit = read('deploy/bionic.service').match(
    /^(?:DynamicUser|StateDirectory|StateDirectoryMode|UMask|EnvironmentFile|LoadCredential)=.*$/gm,
  )
  const line = read('docs/containers.md').match(/^systemd-run .*$/m)?.[0]
  expect(unit).toHaveLength(6)
  for (const property of unit ?? []) expect(line).toContain(` -p ${property} `)
})
