import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/free-port.ts'
import { workingFolder } from '../../test/working-folder.ts'

/** A Prometheus on the loopback that looks every second, with the rules in a hurry. */
export interface HastyPrometheus {
  /** The names of the alerts that fire now for a server, or for what stands for no server. */
  firing(address: string): Promise<string[]>
  stop(): Promise<void>
}

/** The same expressions and thresholds; only what is waited for and looked back on is short. */
function inHurry(rules: string): string {
  return rules
    .replaceAll(/for: \d+m/g, 'for: 2s')
    .replaceAll(/\[30m\] offset 6h/g, '[3s] offset 12s')
    .replaceAll(/\[30m\]/g, '[3s]')
    .replaceAll(/\[(?:5|10)m\]/g, '[8s]')
}

/** @param targets the addresses of servers */
export async function startPrometheus(program: string, targets: readonly string[]): Promise<HastyPrometheus> {
  const folder = await mkdtemp(join(workingFolder, 'bionic-prometheus-'))
  const rules = await readFile(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')
  await writeFile(join(folder, 'alerts.yml'), inHurry(rules))
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '900ms', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [
      { job_name: 'bionic', static_configs: [{ targets: targets.map((target) => new URL(target).host) }] },
    ],
  }
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await freePort()
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  // Else a program that is not there ends this process, and not what it started.
  await once(child, 'spawn')
  const address = `http://127.0.0.1:${port}`
  await untilReady(address, child)
  return {
    async firing(of) {
      const answer = await fetch(`${address}/api/v1/alerts`)
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string; instance?: string } }[] }
      }
      const isOf = (instance?: string) => instance === undefined || instance === new URL(of).host
      return data.alerts
        .filter(({ state, labels }) => state === 'firing' && isOf(labels.instance))
        .map(({ labels }) => labels.alertname)
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(address: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}.`)
    const isReady = await fetch(`${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await wait(100)
  }
  throw new Error('Prometheus did not become ready.')
}
