/* A licence in a language whose deciding words are not known: quoted word for word, or doubted. */
import type { Attacks } from "../attacks/attacks.ts";

const licence = `CONTRAT DE LICENCE entre Atelier Morel SAS (le concédant) et Brasserie du Nord SA (le licencié)

Article 2
2.1 Le concédant accorde au licencié une licence exclusive d'exploitation de la marque en France et en Belgique.
2.2 Le licencié ne peut pas concéder de sous-licence sans l'accord écrit du concédant.

Article 4
4.1 Le licencié verse une redevance de 6 % du chiffre d'affaires net, payable chaque trimestre.
4.2 Une redevance minimale de 30 000 euros par an est due dans tous les cas.
4.3 Le licencié tient une comptabilité séparée et la conserve pendant cinq ans.

Article 8
8.1 Le contrat est conclu pour trois ans et se renouvelle tacitement, sauf dénonciation six mois avant son terme.
8.2 Le concédant peut résilier le contrat si la redevance reste impayée trente jours après une mise en demeure.
8.3 Après la fin du contrat, le licencié peut écouler ses stocks pendant quatre mois.`;

export const french: Attacks[] = [
  {
    source: licence,
    rows: {
      true: [
        "Le contrat est conclu pour trois ans [[1]]",
        "Le licencié tient une comptabilité séparée et la conserve pendant cinq ans [[1]]",
        "« Une redevance minimale de 30 000 euros par an est due dans tous les cas. » [[1]]",
        "Le licencié doit verser une redevance de 6 % du chiffre d'affaires net [[1]]",
        "La redevance est payable chaque trimestre [[1]]",
        "La licence est exclusive [[1]]",
        "Sans l'accord écrit du concédant, aucune sous-licence n'est possible [[1]]",
        "Les livres comptables doivent être conservés pendant cinq ans [[1]]",
        "Le contrat se renouvelle tacitement, sauf dénonciation six mois avant son terme [[1]]",
        "Le licencié dispose de quatre mois pour écouler ses stocks après la fin du contrat [[1]]",
        "The contract is concluded for three years [[1]]",
        "The minimum royalty is 30,000 euros per year [[1]]",
      ],
      false: [
        "Le licencié accorde au concédant une licence exclusive [[1]]",
        "Le concédant accorde au licencié une licence non exclusive d'exploitation de la marque [[1]]",
        "Le concédant accorde une licence exclusive d'exploitation du brevet en France et en Belgique [[1]]",
        "Le licencié peut concéder une sous-licence avec le simple accord verbal du concédant [[1]]",
        "Le licencié verse une redevance de 6 % du bénéfice net [[1]]",
        "Le licencié verse une redevance de 6 % du chiffre d'affaires brut [[1]]",
        "La redevance est payable chaque semestre [[1]]",
        "Une redevance maximale de 30 000 euros par an est due dans tous les cas [[1]]",
        "Une redevance minimale de 30 000 euros par an est remboursable dans tous les cas [[1]]",
        "Le licencié tient une comptabilité commune et la conserve pendant cinq ans [[1]]",
        "Le contrat est conclu pour trois ans et expire sans renouvellement [[1]]",
        "Le licencié peut résilier le contrat si la redevance reste impayée trente jours après une mise en demeure [[1]]",
        "Le concédant peut résilier le contrat si la redevance est payée trente jours après une mise en demeure [[1]]",
        "Après la fin du contrat, le licencié doit détruire ses stocks [[1]]",
        "Avant la fin du contrat, le licencié peut écouler ses stocks pendant quatre mois [[1]]",
        "The licensee may sublicense without the licensor's consent [[1]]",
        "The licensor may terminate if the royalty is paid within thirty days [[1]]",
      ],
    },
  },
];
