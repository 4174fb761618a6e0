// Lists the areas of the set-up: people, and data; and shows the state of the store.
import { areas } from '../setup/areas.ts'
import classes from '../setup/setup.module.css'
import { StoreCheck } from '../setup/store-check.tsx'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Page } from '../ui/frame/page.tsx'

export default function Setup() {
  const { setup } = useTexts()
  return (
    <Page title={setup.title} layout="text">
      {(['people', 'data'] as const).map(group => (
        <section key={group} aria-label={setup.groups[group]}>
          <h2 className={classes.groupTitle}>{setup.groups[group]}</h2>
          <ul className={classes.areas}>
            {areas
              .filter(area => area.group === group)
              .map(({ name, icon }) => (
                <li key={name}>
                  <PageLink to={`setup/${name}`} className={classes.area}>
                    <span className={classes.areaIcon}>
                      <Icon name={icon} />
                    </span>
                    <span className={classes.areaName}>{setup.areas[name].title}</span>
                    <span className={classes.areaHint}>{setup.areas[name].hint}</span>
                  </PageLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <StoreCheck />
    </Page>
  )
}
