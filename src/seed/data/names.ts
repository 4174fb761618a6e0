// Lists the parts of generated names: of people by the language of a place, of companies with their legal forms.
import type { Region } from './cities.ts'

interface Names {
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly last: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const names: Readonly<Record<Region['people'], Names>> = {
  english: {
    women: words(`Emma Olivia Grace Hannah Charlotte Amelia Sophie Lucy Megan Chloe Ella Ruby Alice Rachel Laura Julia
      Victoria Nora Ivy Hazel Claire Diane Joan Helen Margaret Priya Aisha Mei Naomi Zoe`),
    men: words(`James Oliver William Henry Jack Thomas George Daniel Samuel Joseph Benjamin Ethan Noah Liam Ryan Adam
      Matthew Luke Owen Caleb Peter Robert Michael David Simon Martin Arjun Omar Wei Isaac`),
    last: words(`Smith Johnson Williams Brown Jones Taylor Davies Wilson Evans Thomas Walker White Wright Robinson Hall
      Clarke Green Baker Carter Mitchell Turner Parker Cooper Morgan Bailey Bennett Foster Hughes Reed Ward Brooks
      Gray Watson Price Russell Coleman Jenkins Perry Powell Sullivan Fisher Graham Murray Ford Hunt Palmer Stone
      O'Brien O'Connor Fitzgerald Johnston Patel Khan Chen Nguyen Singh Okafor Kim`),
  },
  french: {
    women: words('Camille Chloé Léa Manon Amélie Élise Juliette Inès Margaux Noémie Sophie Hélène Zoé Françoise'),
    men: words('Hugo Louis Jules Étienne François Mathieu Rémi Théo Benoît Gérard Luc Antoine Olivier Émile'),
    last: words(`Martin Bernard Dubois Petit Lefèvre Moreau Girard Fournier Mercier Dupont Lambert Bonnet Rousseau
      Blanchard Gauthier Chevalier Tremblay Côté Bélanger Gagné Lévesque Bouchard`),
  },
  german: {
    women: words('Anna Lena Sophie Katharina Johanna Greta Lea Mia Ursula Sabine Birgit Heike Jörgina Käthe'),
    men: words('Lukas Jonas Maximilian Felix Paul Jürgen Günther Björn Stefan Matthias Andreas Götz Florian Tobias'),
    last: words(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein
      Wolf Schröder Neumann Zimmermann Krüger Hartmann Lange Köhler Weiß Groß Jäger Böhm Keller Huber`),
  },
  spanish: {
    women: words('María Lucía Carmen Sofía Elena Paula Inés Adriana Beatriz Raquel Ángela Mónica Rocío'),
    men: words('José Javier Carlos Diego Álvaro Pablo Sergio Andrés Ramón Iñigo Joaquín Martín Óscar'),
    last: words(`García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Ruiz Hernández Jiménez Álvarez
      Moreno Muñoz Romero Navarro Torres Domínguez Vázquez Ibáñez Núñez`),
  },
  nordic: {
    women: words('Astrid Ingrid Freja Linnéa Elsa Maja Signe Åsa Karin Sigrid Liv Solveig'),
    men: words('Lars Erik Anders Magnus Nils Søren Øystein Gustav Håkan Bjørn Mikkel Rasmus'),
    last: words(
      'Andersson Johansson Nilsson Lindström Sjöberg Hansen Jensen Sørensen Ødegård Berg Dahl Åkesson Holm Lund',
    ),
  },
  polish: {
    women: words('Katarzyna Małgorzata Agnieszka Zofia Ewa Łucja Joanna Magdalena'),
    men: words('Piotr Paweł Łukasz Michał Tomasz Wojciech Marek Stanisław'),
    last: words('Kowalski Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Król'),
  },
  japanese: {
    women: words('Yui Sakura Haruka Akiko Naoko Emi Keiko Yoko'),
    men: words('Haruto Kenji Takashi Hiroshi Daiki Satoshi Ryo Kaito'),
    last: words('Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Mori'),
  },
}

export const companyFirst = words(`Bright Northern Silver Blue Green Golden Crystal Summit Lakeside Riverside Harbour
  Coastal Alpine Cedar Oak Maple Birch Granite Copper Iron Amber Scarlet Ivory Evergreen Meadow Valley Hilltop Sunrise
  Evening Pioneer Heritage Liberty Union Central Metro Urban Rural Global Atlantic Pacific Arctic Polar Solar Lunar
  Stellar Quantum Vector Prime Apex Zenith Nova Delta Omega Falcon Heron Kestrel Otter Badger Fox Lynx Bison Salmon
  Anchor Compass Beacon Lantern Bridge Tower Garden Orchard Vineyard Willow Juniper Clover Thistle Saffron Indigo`)

export const companySecond = words(`Foods Logistics Systems Analytics Robotics Textiles Ceramics Pharma Optics Energy
  Motors Marine Aviation Timber Steel Plastics Packaging Printing Publishing Media Studios Software Networks Telecom
  Insurance Capital Advisors Partners Consulting Architects Builders Construction Engineering Instruments Tools Machines
  Furniture Interiors Lighting Electric Plumbing Catering Bakery Brewery Coffee Dairy Farms Nursery Fisheries Travel
  Hotels Leisure Sports Toys Fashion Shoes Jewellery Cosmetics Clinics Dental Diagnostics Biotech Chemicals Paints
  Recycling Water Security Cleaning Staffing Training Education Research Laboratories Freight Shipping Storage Supply`)

/** Legal forms by the language of the place. */
export const companyForms = {
  english: ['Inc.', 'Ltd.', 'LLC', 'Group', 'Corp.', '& Co.', 'Holdings'],
  french: ['SA', 'SARL', 'et Fils', 'Groupe'],
  german: ['GmbH', 'AG', 'GmbH & Co. KG', 'KG', 'e.K.'],
  spanish: ['S.A.', 'S.L.', 'e Hijos'],
  nordic: ['AB', 'A/S', 'AS'],
  polish: ['Sp. z o.o.', 'S.A.'],
  japanese: ['K.K.', 'Co., Ltd.'],
} as const
