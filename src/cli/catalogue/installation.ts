// Declares the commands that install the program: as a service, and in another version.
import type { CommandSpec, Family, Flag } from '../command.ts'

const directory: Flag = { flag: '--directory <folder>', about: 'Where the units are.', default: '/etc/systemd/system' }

const service: Family = {
  name: 'service',
  about: 'The server as a service of systemd.',
  commands: [
    {
      name: 'install',
      about:
        'Print the unit of a hardened service that runs this program, with readiness and watchdog; --yes writes it. Its store is in /var/lib/clientele.',
      flags: [
        { flag: '--yes', about: 'Write the files.' },
        { flag: '--user <name>', about: 'The user that runs it.', otherwise: 'one that systemd makes for it' },
        {
          flag: '--socket <address>',
          about: 'Let systemd hold this port, such as 443 or 127.0.0.1:8080, so that a restart refuses no connection.',
          otherwise: 'the server opens the port of its settings',
        },
        directory,
      ],
      examples: ['service install', 'service install --socket 127.0.0.1:8080 --yes'],
      load: async () => (await import('../actions/service.ts')).installService,
    },
    {
      name: 'uninstall',
      about: 'List the files of the service; --yes removes them. The store stays.',
      flags: [{ flag: '--yes', about: 'Remove the files.' }, directory],
      examples: ['service uninstall --yes'],
      load: async () => (await import('../actions/service.ts')).uninstallService,
    },
  ],
}

const upgrade: CommandSpec = {
  name: 'upgrade',
  about: 'Compare this version with the releases in a folder, and say how to install the newest.',
  flags: [{ flag: '--check <folder>', about: 'The folder with the files of releases.', required: true }],
  examples: ['upgrade --check /srv/releases'],
  load: async () => (await import('../actions/upgrade.ts')).checkReleases,
}

export const installationCommands: readonly (CommandSpec | Family)[] = [service, upgrade]
